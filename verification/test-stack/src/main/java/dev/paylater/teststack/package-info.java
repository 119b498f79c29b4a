/**
 * A broker, a document store and a schema registry for tests of a service's shell: in containers
 * where a Docker engine answers, from the sandbox's modules elsewhere.
 */
@NullMarked
package dev.paylater.teststack;

import org.jspecify.annotations.NullMarked;
