/**
 * A broker, a document store and a schema registry for tests of a service's shell: in containers
 * where a Docker engine answers, from the sandbox's modules elsewhere. Beside them, what the tables
 * of its states are read and made with.
 */
@NullMarked
package dev.paylater.teststack;

import org.jspecify.annotations.NullMarked;
