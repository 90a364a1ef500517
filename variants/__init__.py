"""What a designer writes: rule variants as YAML, and the code that reads them.

Nothing is imported here, so that `variants.errors` stays cheap to import.
"""
