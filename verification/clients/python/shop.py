import os
import time

from paylater_client import AuthenticatedClient
from paylater_client.api.payments import capture_payment, create_payment, list_payments
from paylater_client.api.refunds import create_refund
from paylater_client.models import (
    AddressHolder,
    Address,
    CaptureMethod,
    CaptureRequest,
    Country,
    Currency,
    ErrorResponse,
    Payment,
    PaymentCreateRequest,
    PaymentMethod,
    PaymentMethodType,
    PaymentStatus,
    Refund,
    RefundCreateRequest,
)
from paylater_client.types import UNSET, Unset

client = AuthenticatedClient(
    base_url=os.environ["PAYLATER_API"],
    token=os.environ["PAYLATER_KEY"],
    prefix="",
    auth_header_name="api-key",
)
customer = f"cus_py_{time.time_ns()}"


def create() -> Payment:
    made = create_payment.sync(
        client=client,
        body=PaymentCreateRequest(
            amount=6540,
            currency=Currency.EUR,
            capture_method=CaptureMethod.MANUAL,
            confirm=True,
            customer_id=customer,
            payment_method=PaymentMethod.PAY_LATER,
            payment_method_type=PaymentMethodType.INVOICE,
            billing=AddressHolder(
                address=Address(
                    first_name="Ada",
                    last_name="Jones",
                    line1="Main St 1",
                    zip_="10115",
                    city="Berlin",
                    country=Country.DE,
                ),
                email="ada@example.com",
            ),
        ),
    )
    assert isinstance(made, Payment), made
    assert made.status == PaymentStatus.REQUIRES_CAPTURE, made.status
    return made


payments = [create().payment_id for _ in range(3)]
captured = capture_payment.sync(payments[0], client=client, body=CaptureRequest())
assert isinstance(captured, Payment), captured
assert (captured.status, captured.amount_received) == (PaymentStatus.SUCCEEDED, 6540)
refund = create_refund.sync(client=client, body=RefundCreateRequest(payment_id=payments[0], amount=1500))
assert isinstance(refund, Refund), refund
assert refund.amount == 1500, refund

listed: list[str] = []
after: str | Unset = UNSET
while True:
    pages = list_payments.sync(client=client, customer_id=customer, limit=2, starting_after=after)
    assert pages is not None and not isinstance(pages, ErrorResponse), pages
    listed += [payment.payment_id for payment in pages[0].data]
    if pages[0].size < 2:
        break
    after = listed[-1]
assert listed == payments[::-1], listed
print("created 3, captured, refunded and paged through them")
