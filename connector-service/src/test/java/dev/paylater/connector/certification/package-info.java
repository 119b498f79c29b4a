@NullMarked
package dev.paylater.connector.certification;

import org.jspecify.annotations.NullMarked;
