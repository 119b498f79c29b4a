package dev.paylater.kernel.command;

import dev.paylater.kit.CrashPoint;

/** The names of the places around a batch's effects where a service can be made to die. */
public record CrashPoints(
        CrashPoint beforeWrite,
        CrashPoint afterWrite,
        CrashPoint afterSend,
        CrashPoint afterCommit) {}
