package dev.paylater.benchmarks;

import dev.paylater.kit.bson.RecordCodec;
import dev.paylater.orchestrator.payment.Payment;
import java.util.List;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.openjdk.jmh.annotations.Benchmark;
import org.springframework.data.mapping.model.SnakeCaseFieldNamingStrategy;
import org.springframework.data.mongodb.core.convert.MappingMongoConverter;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;
import org.springframework.data.mongodb.core.convert.NoOpDbRefResolver;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;

/** A payment to BSON and back, by the hot path's codec and by Spring Data's mapping (ADR 6). */
public class MappingBenchmark extends MicroBenchmark {

    private final RecordCodec<Payment> codec = RecordCodec.of(Payment.class);
    private final DocumentCodec documents = new DocumentCodec();
    private final MappingMongoConverter mapping = mapping();
    private final Payment payment = Samples.succeeded().state();
    private final RawBsonDocument byCodec = codec.toDocument(payment);
    private final RawBsonDocument byMapping = mapped();

    private static MappingMongoConverter mapping() {
        var conversions = new MongoCustomConversions(List.of());
        var context = new MongoMappingContext();
        context.setSimpleTypeHolder(conversions.getSimpleTypeHolder());
        context.setFieldNamingStrategy(new SnakeCaseFieldNamingStrategy());
        var mapping = new MappingMongoConverter(NoOpDbRefResolver.INSTANCE, context);
        mapping.setCustomConversions(conversions);
        mapping.preserveMapKeys(true);
        mapping.afterPropertiesSet();
        return mapping;
    }

    @Benchmark
    public RawBsonDocument write_by_codec() {
        return codec.toDocument(payment);
    }

    @Benchmark
    public RawBsonDocument write_by_mapping() {
        return mapped();
    }

    private RawBsonDocument mapped() {
        var document = new Document();
        mapping.write(payment, document);
        return new RawBsonDocument(document, documents);
    }

    @Benchmark
    public Payment read_by_codec() {
        return codec.fromDocument(byCodec);
    }

    @Benchmark
    public Payment read_by_mapping() {
        return mapping.read(Payment.class, byMapping.decode(documents));
    }
}
