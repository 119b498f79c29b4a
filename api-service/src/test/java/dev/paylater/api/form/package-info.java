@NullMarked
package dev.paylater.api.form;

import org.jspecify.annotations.NullMarked;
