/** The text of `tocsin` alone: the address, and the first five minutes. */
export const ORIENTATION = `Tocsin takes in alerts and job runs of databases, and delivers them to webhooks: durably, in order, visibly.

The first five minutes, in three windows of the same folder:

  1  tocsin serve                                   the service, on http://127.0.0.1:8480
  2  tocsin listen                                  a receiver that prints what arrives
  3  tocsin webhook add --name try-out --url http://127.0.0.1:9000/
     tocsin webhook test 1                          calls it once, and shows the response
     tocsin alert send --key disk-1 --name "Disk is full" --state high --value 97
     tocsin alert send --key disk-1 --name "Disk is full" --state cleared
     tocsin delivery list                           deliveries and their webhooks
     tocsin delivery show 1                         the whole story of one delivery

From another folder or machine: tocsin configure --url URL --token TOKEN

  tocsin --help            all commands
  tocsin COMMAND --help    what it does, its options, examples to paste
`
