"""The promises that the guide's page on contracts shows as a table."""

promises = {"problems": 5, "variants": 4, "exercises": 10}
for promise, least in promises.items():
    print(promise, least)
