# A card that is taken, one that is set otherwise, and a program that is held up.
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
in_pause underrun 2
kill -STOP "$(pidof drillrunner)"
sleep 0.3
kill -CONT "$(pidof drillrunner)"
wait
