package dev.paylater.documentstore;

/** MongoDB's own error codes, as far as this server uses them. */
enum MongoErrorCode {
    INTERNAL_ERROR(1, "InternalError"),
    BAD_VALUE(2, "BadValue"),
    FAILED_TO_PARSE(9, "FailedToParse"),
    TYPE_MISMATCH(14, "TypeMismatch"),
    AUTHENTICATION_FAILED(18, "AuthenticationFailed"),
    ILLEGAL_OPERATION(20, "IllegalOperation"),
    INVALID_BSON(22, "InvalidBSON"),
    NAMESPACE_NOT_FOUND(26, "NamespaceNotFound"),
    INDEX_NOT_FOUND(27, "IndexNotFound"),
    PATH_NOT_VIABLE(28, "PathNotViable"),
    CONFLICTING_UPDATE_OPERATORS(40, "ConflictingUpdateOperators"),
    CURSOR_NOT_FOUND(43, "CursorNotFound"),
    NAMESPACE_EXISTS(48, "NamespaceExists"),
    DOLLAR_PREFIXED_FIELD_NAME(52, "DollarPrefixedFieldName"),
    INVALID_ID_FIELD(53, "InvalidIdField"),
    COMMAND_NOT_FOUND(59, "CommandNotFound"),
    IMMUTABLE_FIELD(66, "ImmutableField"),
    CANNOT_CREATE_INDEX(67, "CannotCreateIndex"),
    INVALID_OPTIONS(72, "InvalidOptions"),
    INVALID_NAMESPACE(73, "InvalidNamespace"),
    INDEX_OPTIONS_CONFLICT(85, "IndexOptionsConflict"),
    INDEX_KEY_SPECS_CONFLICT(86, "IndexKeySpecsConflict"),
    SHUTDOWN_IN_PROGRESS(91, "ShutdownInProgress"),
    CANNOT_INDEX_PARALLEL_ARRAYS(171, "CannotIndexParallelArrays"),
    SNAPSHOT_UNAVAILABLE(246, "SnapshotUnavailable"),
    OBJECT_TOO_LARGE(10334, "BSONObjectTooLarge"),
    DUPLICATE_KEY(11000, "DuplicateKey"),
    UNKNOWN_STAGE(40324, "Location40324"),
    CHANGE_STREAM_NEEDS_REPLICA_SET(40573, "Location40573");

    private final int code;
    private final String codeName;

    MongoErrorCode(int code, String codeName) {
        this.code = code;
        this.codeName = codeName;
    }

    int code() {
        return code;
    }

    String codeName() {
        return codeName;
    }
}
