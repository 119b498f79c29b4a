/** The messages (generated from messages.avdl) and the catalogue of topics they travel on. */
package dev.paylater.schemas;
