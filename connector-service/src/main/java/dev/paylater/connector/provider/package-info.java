/**
 * The connector SPI and what all providers share: pure functions and values. No I/O, no clock, no
 * framework; one package per provider below.
 */
@NullMarked
package dev.paylater.connector.provider;

import org.jspecify.annotations.NullMarked;
