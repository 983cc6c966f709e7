# The machine sleeps while a drill runs.
step sleep, as far as the drivers: both cards, pm_test=devices
echo devices >/sys/power/pm_test
# The kernel would spin for five seconds between the two, which takes an emulated processor half an hour.
echo 0 >/sys/module/suspend/parameters/pm_test_delay
for card in Intel Audio; do
  name=sleep-$card
  drill "$name" "hw:CARD=$card" pauses.yaml &
  in_pause "$name" 2
  now >"/tmp/out/$name/fault"
  echo mem >/sys/power/state
  now >"/tmp/out/$name/over"
  wait
done
echo none >/sys/power/pm_test

step sleep, the whole machine: mem, woken by the host
drill suspend hw:CARD=Intel pauses.yaml &
in_pause suspend 2
now >/tmp/out/suspend/fault
ask_host wake
echo mem >/sys/power/state
now >/tmp/out/suspend/over
wait
