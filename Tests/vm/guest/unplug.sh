# A card is taken away while a drill runs.
step unplug: the USB card is taken away
drill unplug hw:CARD=Audio pauses.yaml &
in_pause unplug 2
ask_host unplug
wait_until 120 lacks_card Audio
now >/tmp/out/unplug/fault
wait
ask_host plug
wait_until 120 has_card Audio
amixer -q -c Audio sset 'Audio Output Volume Control' 100% unmute
step plugged in again
drill again hw:CARD=Audio pauses.yaml

step the driver of the USB card is unbound, the drill goes on
drill unbound hw:CARD=Audio goes-on.yaml &
in_pause unbound 2
interface=$(basename /sys/bus/usb/drivers/snd-usb-audio/*:1.0)
now >/tmp/out/unbound/fault
echo "$interface" >/sys/bus/usb/drivers/snd-usb-audio/unbind
now >/tmp/out/unbound/over
wait

step the HDA card is taken off its bus
drill removed hw:CARD=Intel pauses.yaml &
in_pause removed 2
card=$(readlink -f /sys/class/sound/card0/device)
now >/tmp/out/removed/fault
echo 1 >"$card/remove"
now >/tmp/out/removed/over
wait
echo 1 >/sys/bus/pci/rescan
wait_until 20 has_card Intel
drillrunner devices >/tmp/out/removed/devices 2>&1
