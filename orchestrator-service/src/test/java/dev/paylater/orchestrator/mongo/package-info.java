@NullMarked
package dev.paylater.orchestrator.mongo;

import org.jspecify.annotations.NullMarked;
