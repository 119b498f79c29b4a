package dev.paylater.kit.trace;

/** Takes the spans of those traces that are exported. */
@FunctionalInterface
public interface Traces {

    /** Exports nothing: there is no place to export to. */
    Traces NONE = _ -> {};

    /** Returns at once; a span is lost when more come than can be exported. */
    void tell(TraceSpan span);
}
