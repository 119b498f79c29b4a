package dev.paylater.simulator.payment;

/** A void: an authorized amount that was let go. */
public record Release(String id, String key, long amount, long created) {}
