from paylater_client.models import PaymentCreateRequest

payment = PaymentCreateRequest(amount=6540)
