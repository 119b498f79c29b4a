/** What a service around an aggregate is made of: a consumer, a timer, alarms. */
@NullMarked
package dev.paylater.kernel.service;

import org.jspecify.annotations.NullMarked;
