package dev.paylater.api.key;

import org.springframework.data.mongodb.core.convert.MongoConversionContext;
import org.springframework.data.mongodb.core.convert.MongoValueConverter;

/** Stores a kind of key as the interface spells it. */
final class KeyKindName implements MongoValueConverter<KeyKind, String> {

    @Override
    public KeyKind read(String word, MongoConversionContext context) {
        return KeyKind.of(word);
    }

    @Override
    public String write(KeyKind kind, MongoConversionContext context) {
        return kind.wireName();
    }
}
