package dev.paylater.e2e;

import java.util.concurrent.Callable;

/** Drives the running system from a command line; its {@code @Command} says under which name. */
public interface SystemProgram extends Callable<Integer> {}
