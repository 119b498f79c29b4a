package main

import "example.test/shop/paylater"

func main() {
	_ = paylater.PaymentCreateRequest{Amount: 6540, Currency: paylater.EURO}
}
