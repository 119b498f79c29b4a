package main

import (
	"context"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"
	"time"

	"example.test/shop/paylater"
)

func to[T any](value T) *T { return &value }

func main() {
	ctx := context.Background()
	key := os.Getenv("PAYLATER_KEY")
	client, err := paylater.NewClientWithResponses(os.Getenv("PAYLATER_API"),
		paylater.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
			request.Header.Set("api-key", key)
			return nil
		}))
	if err != nil {
		log.Fatal(err)
	}
	customer := fmt.Sprintf("cus_go_%d", time.Now().UnixNano())
	var made []string
	for range 3 {
		answer, err := client.CreatePaymentWithResponse(ctx, nil, paylater.PaymentCreateRequest{
			Amount:            6540,
			Currency:          paylater.EUR,
			CaptureMethod:     to(paylater.CaptureMethodManual),
			Confirm:           to(true),
			CustomerId:        to(customer),
			PaymentMethod:     to(paylater.PaymentMethodPayLater),
			PaymentMethodType: to(paylater.Invoice),
			Billing: &paylater.AddressHolder{
				Address: &paylater.Address{
					FirstName: to("Ada"), LastName: to("Jones"), Line1: to("Main St 1"),
					Zip: to("10115"), City: to("Berlin"), Country: to(paylater.DE),
				},
				Email: to("ada@example.com"),
			},
		})
		if err != nil || answer.JSON200 == nil || answer.JSON200.Status != paylater.PaymentStatusRequiresCapture {
			log.Fatalf("created: %v %s", err, answer.Body)
		}
		made = append(made, answer.JSON200.PaymentId)
	}
	captured, err := client.CapturePaymentWithResponse(ctx, made[0], nil, paylater.CaptureRequest{})
	if err != nil || captured.JSON200 == nil || captured.JSON200.Status != paylater.PaymentStatusSucceeded {
		log.Fatalf("captured: %v %s", err, captured.Body)
	}
	refund, err := client.CreateRefundWithResponse(ctx, nil,
		paylater.RefundCreateRequest{PaymentId: made[0], Amount: to(int64(1500))})
	if err != nil || refund.JSON200 == nil || refund.JSON200.Amount != 1500 {
		log.Fatalf("refunded: %v %s", err, refund.Body)
	}
	var listed []string
	params := &paylater.ListPaymentsParams{CustomerId: &customer, Limit: to(2)}
	for {
		page, err := client.ListPaymentsWithResponse(ctx, params)
		if err != nil || page.JSON200 == nil {
			log.Fatalf("listed: %v %s", err, page.Body)
		}
		for _, payment := range (*page.JSON200)[0].Data {
			listed = append(listed, payment.PaymentId)
		}
		if (*page.JSON200)[0].Size < 2 {
			break
		}
		params.StartingAfter = &listed[len(listed)-1]
	}
	slices.Reverse(made)
	if !slices.Equal(made, listed) {
		log.Fatalf("listed: %v", listed)
	}
	fmt.Println("created 3, captured, refunded and paged through them")
}
