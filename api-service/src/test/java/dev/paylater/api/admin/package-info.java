@NullMarked
package dev.paylater.api.admin;

import org.jspecify.annotations.NullMarked;
