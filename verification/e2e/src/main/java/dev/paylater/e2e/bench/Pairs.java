package dev.paylater.e2e.bench;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Rounds of two versions that followed each other directly, as newer divided by older. */
final class Pairs {

    /** A normal deviate that is further from 0 than this comes up in 5 of 100 tries. */
    private static final double DEVIATE_95 = 1.96;

    /** Fewer pairs say nothing about an interval. */
    private static final int LEAST_FOR_AN_INTERVAL = 6;

    /** In ascending order. */
    private final double[] ratios;

    private Pairs(double[] ratios) {
        this.ratios = ratios;
    }

    static Pairs of(double[] before, double[] after) {
        return new Pairs(
                IntStream.range(0, before.length)
                        .mapToDouble(n -> after[n] / before[n])
                        .sorted()
                        .toArray());
    }

    int size() {
        return ratios.length;
    }

    double median() {
        return median(ratios);
    }

    /** The lower end of the interval that holds the median with 95 %, by order statistics. */
    double low() {
        return ratios[rank()];
    }

    /** The upper end of the interval that holds the median with 95 %, by order statistics. */
    double high() {
        return ratios[ratios.length - 1 - rank()];
    }

    /** How far apart the ends are, as a share of the lower one; endless while the pairs are few. */
    double intervalWidth() {
        return size() < LEAST_FOR_AN_INTERVAL ? Double.POSITIVE_INFINITY : high() / low() - 1;
    }

    /** So many of the smallest and of the largest lie outside. */
    private int rank() {
        var n = ratios.length;
        return (int) Math.max(0, Math.floor((n - DEVIATE_95 * Math.sqrt(n)) / 2));
    }

    static double median(double[] of) {
        var values = Arrays.stream(of).sorted().toArray();
        var middle = values.length / 2;
        return values.length % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    }
}
