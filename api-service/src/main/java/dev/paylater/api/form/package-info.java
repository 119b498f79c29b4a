/** The one definition of the interface's fields, and the check of bodies against it. */
@NullMarked
package dev.paylater.api.form;

import org.jspecify.annotations.NullMarked;
