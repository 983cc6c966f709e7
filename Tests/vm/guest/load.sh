# Words while two other programs want the only processor all the time. The USB card is the one that minds.
for number in 1 2; do
  while :; do :; done &
done
step words on the USB card
drill usb hw:CARD=Audio few-words.yaml
