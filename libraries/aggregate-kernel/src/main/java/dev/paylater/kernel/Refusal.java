package dev.paylater.kernel;

import org.jspecify.annotations.Nullable;

/**
 * Why a command is not carried out. A refusal changes nothing.
 *
 * @param code one of the codes of docs/errors
 * @param param the field that is to blame
 */
public record Refusal(String code, String message, @Nullable String param) {}
