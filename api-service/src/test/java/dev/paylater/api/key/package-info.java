@org.jspecify.annotations.NullMarked
package dev.paylater.api.key;
