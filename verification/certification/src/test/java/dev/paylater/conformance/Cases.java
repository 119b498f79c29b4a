package dev.paylater.conformance;

/** Cases of the kit about one theme. */
interface Cases {

    Lab lab();
}
