package dev.paylater.connector.conformance;

/** Cases of the kit about one theme. */
interface Cases {

    Lab lab();
}
