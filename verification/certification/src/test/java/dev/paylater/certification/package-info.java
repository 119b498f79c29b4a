@NullMarked
package dev.paylater.certification;

import org.jspecify.annotations.NullMarked;
