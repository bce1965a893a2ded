// A receiver that takes only what was signed with the secret of its webhook, with the library of Standard Webhooks.
//
//	WEBHOOK_SECRET=whsec_… PORT=9000 go run .
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	var seen sync.Map
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		// The bytes as they came: a body that was parsed and written anew has another signature.
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 4<<20))
		if err == nil {
			err = webhook.Verify(body, request.Header)
		}
		if err != nil {
			http.Error(response, err.Error(), http.StatusUnauthorized)
			return
		}
		// The same id is the same notification, sent once more because an answer was lost.
		if _, again := seen.LoadOrStore(request.Header.Get("webhook-id"), true); !again {
			fmt.Println(string(body))
		}
		response.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
