/**
 * A small server that speaks MongoDB's wire protocol over RocksDB, for trying out, development and
 * tests without a MongoDB installation. It supports what the services use and refuses the rest.
 *
 * <p>From the outside in: {@code StoreMain} starts a {@code WireServer}, whose connections hand
 * each message to {@code Commands}; writes go through {@code Collection}, reads through {@code
 * Planner} and {@code Scan}; {@code Engine} is RocksDB. Documents stay raw BSON from the socket to
 * the disk and back ({@code Value}), and everything that is compared is compared as a sortable key
 * ({@code KeyCodec}), so that matcher, sorts and indexes can never disagree.
 */
@NullMarked
package dev.paylater.documentstore;

import org.jspecify.annotations.NullMarked;
