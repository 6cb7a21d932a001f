#!/bin/sh
# One life of a certificate administrator, with curl.
set -eu
call() { curl -sS --cacert "$CA" "$@"; }
status() { call -o /dev/null -w '%{http_code}' "$@"; }
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }
GRANT="grant_type=client_credentials&client_id=$CLIENT_ID&client_secret=$CLIENT_SECRET"
TOKEN=$(call -d "$GRANT" "$TOKEN_URL" | member access_token)
echo "token $(status -d "$GRANT" "$TOKEN_URL") $(call -d "$GRANT" "$TOKEN_URL" | member token_type)"
AUTH="Authorization: Bearer $TOKEN"
JSON='Content-Type: application/json'
echo "list $(status -H "$AUTH" "$BASE/api/admin/v1?size=2") $(call -H "$AUTH" "$BASE/api/admin/v1?size=2" | grep -o '"type":' | wc -l | tr -d ' ')"
echo "count $(status -I -H "$AUTH" "$BASE/api/ssl/v2") $(call -I -H "$AUTH" "$BASE/api/ssl/v2" | tr -d '\r' | sed -n 's/^X-Total-Count: //p')"
P="$BASE/api/person/v2/$PERSON"
echo "read $(status -H "$AUTH" "$P") $(call -H "$AUTH" "$P" | member firstName)"
BODY='{"firstName":"Ada","middleName":null,"lastName":null,"email":null,"organizationId":null,"validationType":null,"phone":"+43 1 5550100","commonName":null,"upn":null}'
echo "update $(status -X PUT -H "$AUTH" -H "$JSON" -d "$BODY" "$P")"
echo "updated $(status -H "$AUTH" "$P") $(call -H "$AUTH" "$P" | member firstName)"
echo "type $(status -X PUT -H "$AUTH" -H "$JSON" -d '{"type":"API"}' "$BASE/api/admin/v1/$ADMIN")"
echo "delegate $(status -X PUT -H "$AUTH" -H "$JSON" -d "[$ORG]" "$BASE/api/endpoint/v1/$ENDPOINT/delegations")"
echo "suspend $(status -X PUT -H "$AUTH" "$BASE/api/domain/v1/$DOMAIN/suspend")"
echo "delete $(status -X DELETE -H "$AUTH" "$BASE/api/person/v2/$SPARE")"
echo "gone $(status -H "$AUTH" "$BASE/api/person/v2/$SPARE")"
FORM="loginName=$LOGIN&loginPassword=$PASSWORD&orderNumber=$ORDER&newMethod=CNAME_CSR_HASH"
DCV=$(call -w '\n%{http_code}' -d "$FORM" "$LEGACY/products/!AutoUpdateDCV")
echo "dcv $(echo "$DCV" | tail -1) $(echo "$DCV" | head -1 | cut -d'&' -f1)"
