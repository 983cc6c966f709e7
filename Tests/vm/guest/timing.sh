# Sixty words through each output. QEMU writes what the HDA, AC97 and USB cards play; a recorder in the machine, what
# the loopback card plays.
step devices
drillrunner devices >/tmp/out/devices 2>&1
step words on the HDA card
drill hda hw:CARD=Intel words.yaml
step words on the USB card
drill usb hw:CARD=Audio words.yaml
step words on the AC97 card, shared by dmix
drill dmix sysdefault:CARD=I82801AAICH words.yaml
step words on the loopback card
arecord -q -D hw:CARD=Loopback,DEV=1 -f S16_LE -r 48000 -c 2 -t wav /tmp/out/loop.wav &
recorder=$!
drill loop hw:CARD=Loopback,DEV=0 words.yaml
kill -INT $recorder
wait $recorder
step cue-timing on the loopback card
cue-timing --cues 60 --pcm plughw:CARD=Loopback,DEV=0 --record plughw:CARD=Loopback,DEV=1 >/tmp/out/cue-timing 2>&1
echo $? >/tmp/out/cue-timing.status
