"""The chips that iio_device.py can be: channels of a scan, and first values of the attributes."""

# Channel: index, type, struct format of one stored value, bits to shift left before storing.
# mpu6050: big-endian, as the chip's registers are (drivers/iio/imu/inv_mpu6050/inv_mpu_core.c).
MPU6050 = {
    "name": "mpu6050",
    "channels": {
        "in_accel_x": (0, "be:s16/16>>0", ">h", 0),
        "in_accel_y": (1, "be:s16/16>>0", ">h", 0),
        "in_accel_z": (2, "be:s16/16>>0", ">h", 0),
        "in_temp": (3, "be:s16/16>>0", ">h", 0),
        "in_anglvel_x": (4, "be:s16/16>>0", ">h", 0),
        "in_anglvel_y": (5, "be:s16/16>>0", ">h", 0),
        "in_anglvel_z": (6, "be:s16/16>>0", ">h", 0),
        "in_timestamp": (7, "le:s64/64>>0", "<q", 0),
    },
    "attributes": {
        "sampling_frequency": "50",
        "sampling_frequency_available": "10 20 50 100 200 500",
        "in_accel_scale": "0.000598",
        "in_anglvel_scale": "0.000266181",
        "in_temp_scale": "2.941176",
        "in_temp_offset": "12420",
        "in_accel_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1",
        "in_anglvel_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1",
        "trigger/current_trigger": "mpu6050-dev0",
    },
}
# Two devices of one chip, little-endian, without a trigger.
LSM6DSO_ACCEL = {
    "name": "lsm6dso_accel",
    "channels": {
        "in_accel_x": (0, "le:s16/16>>0", "<h", 0),
        "in_accel_y": (1, "le:s16/16>>0", "<h", 0),
        "in_accel_z": (2, "le:s16/16>>0", "<h", 0),
        "in_timestamp": (3, "le:s64/64>>0", "<q", 0),
    },
    "attributes": {
        "sampling_frequency": "12.500",
        "sampling_frequency_available": "12.500 26.000 52.000 104.000 208.000 416.000 833.000",
        "in_accel_scale": "0.000598205",
        "mount_matrix": "1, 0, 0; 0, 1, 0; 0, 0, 1",
    },
}
LSM6DSO_GYRO = {
    "name": "lsm6dso_gyro",
    "channels": {
        "in_anglvel_x": (0, "le:s16/16>>0", "<h", 0),
        "in_anglvel_y": (1, "le:s16/16>>0", "<h", 0),
        "in_anglvel_z": (2, "le:s16/16>>0", "<h", 0),
        "in_timestamp": (3, "le:s64/64>>0", "<q", 0),
    },
    "attributes": {
        "sampling_frequency": "12.500",
        "sampling_frequency_available": "12.500 26.000 52.000 104.000 208.000 416.000 833.000",
        "in_anglvel_scale": "0.000152716",
    },
}
# No real chip: one of each difficulty. A value of 12 bits high in 16, one of 20 bits low in 32, unsigned ones
# with an offset, a channel of 8 bits that makes padding, one that is not wanted and was left on, a magnetometer.
ODD = {
    "name": "odd",
    "channels": {
        "in_accel_x": (0, "le:s12/16>>4", "<H", 4),
        "in_accel_y": (1, "le:s12/16>>4", "<H", 4),
        "in_accel_z": (2, "le:s12/16>>4", "<H", 4),
        "in_temp0": (3, "le:s8/8>>0", "<b", 0),
        "in_pressure": (4, "le:u24/32>>8", "<I", 8),
        "in_anglvel_x": (5, "be:s20/32>>12", ">I", 12),
        "in_anglvel_y": (6, "be:s20/32>>12", ">I", 12),
        "in_anglvel_z": (7, "be:s20/32>>12", ">I", 12),
        "in_magn_x": (8, "be:u16/16>>0", ">H", 0),
        "in_magn_y": (9, "be:u16/16>>0", ">H", 0),
        "in_magn_z": (10, "be:u16/16>>0", ">H", 0),
        "in_timestamp": (11, "be:s64/64>>0", ">q", 0),
    },
    "on": ["in_pressure"],
    "attributes": {
        "in_accel_sampling_frequency": "25.000000",
        "in_accel_sampling_frequency_available": "[12.5 12.5 400]",
        "in_anglvel_sampling_frequency": "25.000000",
        "in_anglvel_sampling_frequency_available": "25 50 100 200",
        "in_accel_scale": "0.009806",
        "in_anglvel_x_scale": "0.000010",
        "in_anglvel_y_scale": "0.000011",
        "in_anglvel_z_scale": "0.000012",
        "in_magn_scale": "0.0015",
        "in_magn_offset": "-32768",
        "in_temp0_scale": "1000",
        "in_mount_matrix": "1, 0, 0; 0, -1, 0; 0, 0, 1",
        "trigger/current_trigger": "",
    },
}
ACCELEROMETER = {
    "name": "adxl345",
    "channels": {k: v for k, v in LSM6DSO_ACCEL["channels"].items()},
    "attributes": {"sampling_frequency": "100", "in_accel_scale": "0.038300"},
}
# Accelerometer and gyroscope beside a quaternion in the order of the chip's registers, w first; its in_rot_scale is
# that of the angles (drivers/iio/imu/bno055/bno055.c).
BNO055 = {
    "name": "bno055",
    "channels": {
        "in_accel_x": (0, "le:s16/16>>0", "<h", 0),
        "in_accel_y": (1, "le:s16/16>>0", "<h", 0),
        "in_accel_z": (2, "le:s16/16>>0", "<h", 0),
        "in_anglvel_x": (6, "le:s16/16>>0", "<h", 0),
        "in_anglvel_y": (7, "le:s16/16>>0", "<h", 0),
        "in_anglvel_z": (8, "le:s16/16>>0", "<h", 0),
        "in_rot_quaternion": (12, "le:s16/16X4>>0", "<4h", 0),
        "in_timestamp": (19, "le:s64/64>>0", "<q", 0),
    },
    "attributes": {
        "sampling_frequency": "100",
        "in_accel_scale": "0.010000000",
        "in_anglvel_scale": "0.001090830",
        "in_rot_scale": "0.062500000",
        "fusion_enable": "1",
    },
}
CHIPS = {
    "bno055": [BNO055],
    "mpu6050": [MPU6050],
    "lsm6dso": [LSM6DSO_ACCEL, LSM6DSO_GYRO],
    "odd": [ODD],
    "adxl345": [ACCELEROMETER],
}
