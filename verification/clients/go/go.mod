module example.test/shop

go 1.24

require github.com/oapi-codegen/runtime v1.1.2
