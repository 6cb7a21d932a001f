// One life of a certificate administrator, with Go's standard library.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

var client *http.Client
var token string

func call(method, address, contentType, body string) (int, http.Header, []byte) {
	request, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := client.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	return response.StatusCode, response.Header, text
}

func decoded(text []byte) map[string]any {
	value := map[string]any{}
	if err := json.Unmarshal(text, &value); err != nil {
		panic(err)
	}
	return value
}

func told(step string, status int, detail any) {
	fmt.Println(strings.TrimSpace(fmt.Sprint(step, " ", status, " ", detail)))
}

func main() {
	env := os.Getenv
	pem, err := os.ReadFile(env("CA"))
	if err != nil {
		panic(err)
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(pem)
	client = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	base, form, jsonType := env("BASE"), "application/x-www-form-urlencoded", "application/json"
	grant := url.Values{"grant_type": {"client_credentials"}, "client_id": {env("CLIENT_ID")}, "client_secret": {env("CLIENT_SECRET")}}
	status, _, text := call("POST", env("TOKEN_URL"), form, grant.Encode())
	told("token", status, decoded(text)["token_type"])
	token = decoded(text)["access_token"].(string)
	status, _, text = call("GET", base+"/api/admin/v1?size=2", "", "")
	var admins []any
	if err := json.Unmarshal(text, &admins); err != nil {
		panic(err)
	}
	told("list", status, len(admins))
	status, headers, _ := call("HEAD", base+"/api/ssl/v2", "", "")
	told("count", status, headers.Get("X-Total-Count"))
	person := base + "/api/person/v2/" + env("PERSON")
	status, _, text = call("GET", person, "", "")
	told("read", status, decoded(text)["firstName"])
	body, _ := json.Marshal(map[string]any{"firstName": "Ada", "middleName": nil, "lastName": nil, "email": nil, "organizationId": nil,
		"validationType": nil, "phone": "+43 1 5550100", "commonName": nil, "upn": nil})
	status, _, _ = call("PUT", person, jsonType, string(body))
	told("update", status, "")
	status, _, text = call("GET", person, "", "")
	told("updated", status, decoded(text)["firstName"])
	status, _, _ = call("PUT", base+"/api/admin/v1/"+env("ADMIN"), jsonType, `{"type":"API"}`)
	told("type", status, "")
	status, _, _ = call("PUT", base+"/api/endpoint/v1/"+env("ENDPOINT")+"/delegations", jsonType, "["+env("ORG")+"]")
	told("delegate", status, "")
	status, _, _ = call("PUT", base+"/api/domain/v1/"+env("DOMAIN")+"/suspend", "", "")
	told("suspend", status, "")
	status, _, _ = call("DELETE", base+"/api/person/v2/"+env("SPARE"), "", "")
	told("delete", status, "")
	status, _, _ = call("GET", base+"/api/person/v2/"+env("SPARE"), "", "")
	told("gone", status, "")
	dcv := url.Values{"loginName": {env("LOGIN")}, "loginPassword": {env("PASSWORD")}, "orderNumber": {env("ORDER")}, "newMethod": {"CNAME_CSR_HASH"}}
	status, _, text = call("POST", env("LEGACY")+"/products/!AutoUpdateDCV", form, dcv.Encode())
	told("dcv", status, strings.Split(string(text), "&")[0])
}
