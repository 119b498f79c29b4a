package dev.paylater.api.command;

import dev.paylater.api.error.ApiException;
import dev.paylater.api.error.ErrorCode;
import dev.paylater.schemas.Refusal;

/** The orchestrator's refusals as HTTP errors. */
public final class Refusals {

    private Refusals() {}

    public static ApiException toException(Refusal refusal) {
        return ApiException.of(
                ErrorCode.valueOf(refusal.getCode()), refusal.getMessage(), refusal.getParam());
    }
}
