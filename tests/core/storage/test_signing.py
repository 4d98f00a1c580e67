from datetime import UTC, datetime

from tests.core.storage.fake_s3 import sha256_hex

from llmbattler.core.storage.signing import Signer

# The worked examples of Amazon's own description of the signature.
EXAMPLE = Signer("AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "us-east-1")
EXAMPLE_TIME = datetime(2013, 5, 24, tzinfo=UTC)


def test_the_published_examples_are_signed_as_published() -> None:
    host = "examplebucket.s3.amazonaws.com"
    read = EXAMPLE.sign("GET", host, "/test.txt", {"Range": "bytes=0-9"}, sha256_hex(""), EXAMPLE_TIME)
    assert read["Authorization"].endswith("f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    headers = {"Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"}
    write = EXAMPLE.sign("PUT", host, "/test$file.text", headers, sha256_hex("Welcome to Amazon S3."), EXAMPLE_TIME)
    assert write["Authorization"].endswith("98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")


def test_the_secret_is_not_in_the_representation() -> None:
    assert EXAMPLE.secret not in repr(EXAMPLE)
