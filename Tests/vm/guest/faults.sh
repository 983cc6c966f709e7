# Faults of real cards while a drill runs.
step busy
aplay -q -D hw:CARD=Intel -f dat -t raw /dev/zero &
other=$!
sleep 1
drill busy hw:CARD=Intel pauses.yaml
drillrunner devices >/tmp/out/busy/devices 2>&1
kill $other
wait $other

step another rate: the other end of the loop has fixed it
arecord -q -D hw:CARD=Loopback,DEV=1 -f S16_LE -r 44100 -c 1 -t raw /dev/null &
other=$!
sleep 1
drill rate hw:CARD=Loopback,DEV=0 pauses.yaml
kill $other
wait $other

step underrun: the program is stopped for 0.3 s
drill underrun hw:CARD=Intel pauses.yaml &
in_pause underrun 4
kill -STOP "$(pidof drillrunner)"
sleep 0.3
kill -CONT "$(pidof drillrunner)"
wait

step sleep, as far as the drivers: both cards, pm_test=devices
echo devices >/sys/power/pm_test
for card in Intel Audio; do
  name=sleep-$card
  drill "$name" "hw:CARD=$card" pauses.yaml &
  in_pause "$name" 4
  now >"/tmp/out/$name/fault"
  echo mem >/sys/power/state
  now >"/tmp/out/$name/over"
  wait
done
echo none >/sys/power/pm_test

step sleep, the whole machine: mem, woken by its clock
drill suspend hw:CARD=Intel pauses.yaml &
in_pause suspend 4
now >/tmp/out/suspend/fault
echo 0 >/sys/class/rtc/rtc0/wakealarm
echo +4 >/sys/class/rtc/rtc0/wakealarm
echo mem >/sys/power/state
now >/tmp/out/suspend/over
wait

step unplug: the USB card is taken away
drill unplug hw:CARD=Audio pauses.yaml &
in_pause unplug 4
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
in_pause unbound 4
interface=$(basename "$(dirname /sys/bus/usb/drivers/snd-usb-audio/*/bInterfaceNumber)")
now >/tmp/out/unbound/fault
echo "$interface" >/sys/bus/usb/drivers/snd-usb-audio/unbind
now >/tmp/out/unbound/over
wait

step the HDA card is taken off its bus
drill removed hw:CARD=Intel pauses.yaml &
in_pause removed 4
card=$(readlink -f /sys/class/sound/card0/device)
now >/tmp/out/removed/fault
echo 1 >"$card/remove"
now >/tmp/out/removed/over
wait
echo 1 >/sys/bus/pci/rescan
wait_until 20 has_card Intel
drillrunner devices >/tmp/out/removed/devices 2>&1
