"""Builds what the virtual machine boots: Debian's kernel, and an initramfs with the program in it.

Nothing is installed on this machine: the kernel's package is only downloaded and unpacked, into the work folder.
The initramfs holds busybox, the kernel modules of the emulated cards, the program and the ALSA tools with their
shared libraries, ALSA's configuration, and the scripts of `guest`.
"""

import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = ("aplay", "arecord", "amixer", "flite")
# Loaded at the start, and at the end.
CARD_MODULES = ("snd_hda_codec_generic", "snd_hda_intel", "snd_intel8x0", "snd_aloop", "xhci_pci", "snd_usb_audio")
SHARE_MODULES = ("virtio_pci", "9pnet_virtio", "9p")


class Failure(Exception):
    """The image cannot be built; says why."""


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, **options)
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}: {done.stderr.strip() or done.stdout.strip()}")
    return done.stdout


def kernel(work):
    """(kernel image, root of its modules, version), of Debian's current kernel, downloaded once."""
    dependencies = run("apt-cache", "depends", "linux-image-amd64")
    found = re.search(r"Depends: (linux-image-(\S+-amd64))", dependencies)
    if not found:
        raise Failure("apt-cache knows no linux-image-amd64")
    package, version = found.groups()
    root = work / "kernel" / version
    if not (root / "complete").exists():
        print(f"Downloading {package} (it is not installed)", flush=True)
        shutil.rmtree(root, ignore_errors=True)
        root.mkdir(parents=True)
        run("apt-get", "download", "-qq", package, cwd=root)
        run("dpkg-deb", "--extract", next(root.glob("*.deb")), root)
        next(root.glob("*.deb")).unlink()
        run("/sbin/depmod", "-b", root, version)
        (root / "complete").touch()
    return root / "boot" / f"vmlinuz-{version}", root, version


def libraries(program):
    """The shared objects that a program loads, with the loader."""
    listed = run("ldd", program)
    return set(re.findall(r"=> (/\S+)", listed)) | set(re.findall(r"^\s*(/\S*ld-linux\S+)", listed, re.MULTILINE))


def initramfs(work, products, kernel_root, version):
    """Builds the archive anew and returns its path."""
    root = work / "root"
    shutil.rmtree(root, ignore_errors=True)
    for folder in ("bin", "etc", "usr/bin", "usr/share", "guest", "clips", "share"):
        (root / folder).mkdir(parents=True)
    shutil.copy("/bin/busybox", root / "bin")
    needed = set()
    for name in PROGRAMS:
        path = shutil.which(name)
        if not path:
            raise Failure(f"{name} is not installed")
        shutil.copy(path, root / "usr/bin" / name)
        needed |= libraries(path)
    for name in ("drillrunner", "cue-timing"):
        run("strip", "-o", root / "usr/bin" / name, products / name)
        needed |= libraries(products / name)
    for library in needed:
        target = root / library.lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, target)
    shutil.copytree("/usr/share/alsa", root / "usr/share/alsa", symlinks=True)
    for file in (HERE / "guest").iterdir():
        shutil.copy(file, root / "guest" / file.name)
    shutil.move(root / "guest/init", root / "init")
    shutil.move(root / "guest/parec", root / "usr/bin/parec")
    for script in ("init", "usr/bin/parec"):
        (root / script).chmod(0o755)
    (root / "etc/passwd").write_text("root:x:0:0:root:/tmp:/bin/sh\n")
    # dmix gives its shared memory to the group audio, and refuses to work without it.
    (root / "etc/group").write_text("root:x:0:\naudio:x:29:\ninput:x:104:\n")
    (root / "etc/guest-modules").write_text("\n".join(CARD_MODULES) + "\n")
    # Speech that an earlier machine has rendered: under emulation it takes a minute.
    for clip in (work / "clips").glob("*.clip"):
        shutil.copy(clip, root / "clips")
    add_modules(root, kernel_root, version)
    archive = work / "initramfs"
    names = run("find", ".", cwd=root)
    with open(archive, "wb") as file:
        subprocess.run(
            ["cpio", "--create", "--format=newc", "--quiet", "--owner=0:0"], cwd=root, input=names.encode(),
            stdout=file, check=True, timeout=300)
    return archive


def add_modules(root, kernel_root, version):
    folder = root / "lib/modules" / version
    wanted = set()
    for module in CARD_MODULES + SHARE_MODULES:
        shown = run("/sbin/modprobe", "-d", kernel_root, "-S", version, "--show-depends", module)
        wanted |= {pathlib.Path(line.split()[1]) for line in shown.splitlines() if line.startswith("insmod")}
    for path in wanted:
        target = root / path.resolve().relative_to(kernel_root.resolve())
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    for name in ("modules.builtin", "modules.builtin.modinfo", "modules.order"):
        shutil.copy(kernel_root / "lib/modules" / version / name, folder)
    run("/sbin/depmod", "-b", root, version)
