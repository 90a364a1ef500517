"""The version of fairdeal: part of every result document."""

VERSION = "0.1.0"
