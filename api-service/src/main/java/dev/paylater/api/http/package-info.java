/** What every request passes on its way in and every answer on its way out. */
@NullMarked
package dev.paylater.api.http;

import org.jspecify.annotations.NullMarked;
