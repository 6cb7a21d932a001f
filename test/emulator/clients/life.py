"""One life of a certificate administrator, with requests."""
import os

import requests

env = os.environ
session = requests.Session()
# A bundle that the environment names would be asked instead.
session.trust_env = False
session.verify = env["CA"]
base = env["BASE"]


def told(step, response, detail=""):
    print(step, response.status_code, detail)


grant = {"grant_type": "client_credentials", "client_id": env["CLIENT_ID"], "client_secret": env["CLIENT_SECRET"]}
token = session.post(env["TOKEN_URL"], data=grant)
told("token", token, token.json()["token_type"])
session.headers["Authorization"] = "Bearer " + token.json()["access_token"]
admins = session.get(base + "/api/admin/v1", params={"size": 2})
told("list", admins, len(admins.json()))
told("count", session.head(base + "/api/ssl/v2"), session.head(base + "/api/ssl/v2").headers["X-Total-Count"])
person = base + "/api/person/v2/" + env["PERSON"]
read = session.get(person)
told("read", read, read.json()["firstName"])
fields = ["firstName", "middleName", "lastName", "email", "organizationId", "validationType", "phone", "commonName", "upn"]
body = dict.fromkeys(fields, None) | {"firstName": "Ada", "phone": "+43 1 5550100"}
told("update", session.put(person, json=body))
told("updated", session.get(person), session.get(person).json()["firstName"])
told("type", session.put(base + "/api/admin/v1/" + env["ADMIN"], json={"type": "API"}))
told("delegate", session.put(base + "/api/endpoint/v1/" + env["ENDPOINT"] + "/delegations", json=[int(env["ORG"])]))
told("suspend", session.put(base + "/api/domain/v1/" + env["DOMAIN"] + "/suspend"))
told("delete", session.delete(base + "/api/person/v2/" + env["SPARE"]))
told("gone", session.get(base + "/api/person/v2/" + env["SPARE"]))
form = {
    "loginName": env["LOGIN"],
    "loginPassword": env["PASSWORD"],
    "orderNumber": env["ORDER"],
    "newMethod": "CNAME_CSR_HASH",
}
dcv = session.post(env["LEGACY"] + "/products/!AutoUpdateDCV", data=form)
told("dcv", dcv, dcv.text.split("&")[0])
