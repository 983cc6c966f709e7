"""The game controllers that motion_node.py can play, with the numbers of the kernel's drivers.

drivers/hid/hid-ids.h (vendors and products), hid-playstation.c, hid-nintendo.c, hid-steam.c, hid-sony.c and
hid-wiimote-modules.c (axes, fuzz, resolution, time stamps).
"""

from dataclasses import dataclass, field

SONY, NINTENDO, VALVE = 0x054C, 0x057E, 0x28DE
X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def minus(vector):
    return tuple(-value for value in vector)


@dataclass
class Model:
    name: str
    vendor: int
    product: int
    per_g: float
    per_degree_per_second: float
    accelerometer: tuple = (0, 1, 2)  # ABS codes
    gyroscope: tuple = (3, 4, 5)
    acceleration_range: int = 32768
    rate_range: int = 2097152
    acceleration_fuzz: int = 16
    rate_fuzz: int = 16
    has_resolution: bool = True
    declares: bool = True  # INPUT_PROP_ACCELEROMETER, and udev's mark that follows from it
    rate: float = 250
    stamp: str = "after"  # MSC_TIMESTAMP before the axes, after them, or none
    clock: str = "wide"  # the device's own; narrow: a counter of 16 bits; steps: made up by the driver
    burst: int = 1
    # Rider forward, left and up in device axes: buttons forward, shoulder buttons up, back against the breastbone.
    standard: tuple = field(default=(Y, X, minus(Z)))


def play_station(name, product, **other):
    return Model(name, SONY, product, 8192, 1024, **other)


def nintendo(name, product):
    return Model(
        name,
        NINTENDO,
        product,
        4096,
        14247,
        rate_range=32767000,
        acceleration_fuzz=10,
        rate_fuzz=10,
        rate=200,
        stamp="before",
        clock="steps",
        burst=3,
        standard=(Z, minus(Y), X),
    )


def wii(name, **other):
    return Model(
        name,
        NINTENDO,
        0x0306,
        104,
        8192 / 440 * 9,
        acceleration_range=500,
        rate_range=16000,
        acceleration_fuzz=2,
        rate_fuzz=4,
        has_resolution=False,
        declares=False,
        rate=100,
        stamp="none",
        standard=(Z, minus(X), minus(Y)),
        **other,
    )


MODELS = {
    "dualsense": play_station("DualSense Wireless Controller Motion Sensors", 0x0CE6),
    "dualsense-edge": play_station("DualSense Edge Wireless Controller Motion Sensors", 0x0DF2),
    "ds4": play_station("Wireless Controller Motion Sensors", 0x09CC, clock="narrow"),
    "ds4-v1": play_station("Wireless Controller Motion Sensors", 0x05C4, clock="narrow"),
    "joycon-l": nintendo("Nintendo Switch Left Joy-Con IMU", 0x2006),
    "joycon-r": nintendo("Nintendo Switch Right Joy-Con IMU", 0x2007),
    "pro": nintendo("Nintendo Switch Pro Controller IMU", 0x2009),
    "deck": Model(
        "Steam Deck Motion Sensors",
        VALVE,
        0x1205,
        16384,
        16,
        rate_range=32768,
        acceleration_fuzz=32,
        rate_fuzz=1,
        stamp="before",
        clock="steps",
    ),
    "ds3": Model(
        "Sony PLAYSTATION(R)3 Controller Motion Sensors",
        SONY,
        0x0268,
        113,
        1,
        gyroscope=(),
        acceleration_range=512,
        acceleration_fuzz=4,
        rate=100,
        stamp="none",
    ),
    "wiimote": wii("Nintendo Wii Remote Accelerometer", accelerometer=(3, 4, 5), gyroscope=()),
    "motionplus": wii("Nintendo Wii Remote Motion Plus", accelerometer=(), gyroscope=(3, 4, 5)),
    "unknown": Model("Nobody's Pad Motion Sensors", 0x1234, 0x5678, 8192, 1024),
}
