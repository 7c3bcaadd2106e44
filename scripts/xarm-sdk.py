"""Runs the examples of scripts/xarm-sdk.tsv; see scripts/xarm-sdk.sh."""

import argparse
import math
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
NEAR_MM, NEAR_DEGREES = 1.0, 0.5  # greatest distance from a place that has been reached

# How the SDKs print the result of a call. A first number other than 0 is an error code, except for 2, a warning that some calls
# return.
CODE = re.compile(r'(?:\bret|\bcode\d?|-> code)\s*[=:]\s*\(?(-?\d+)')
BROKEN = re.compile(r'Traceback|^\w*Error: |socket read timeout|report data error|is disconnect|core dumped', re.M)


class Watch(threading.Thread):
    """Reads the box's reports on port 30003 and its errors on 30001, on connections of its own."""

    def __init__(self, host):
        super().__init__(daemon=True)
        self.host, self.places, self.errors, self.warnings, self.over = host, [], set(), set(), False
        self.state = 0

    def run(self):
        normal = threading.Thread(target=self.read, args=(30001, self.normal), daemon=True)
        normal.start()
        self.read(30003, self.place)
        normal.join()

    def read(self, port, take):
        with socket.create_connection((self.host, port), 5) as s:
            s.settimeout(2)
            while not self.over:
                head = self.exactly(s, 4)
                if head is None:
                    return
                body = self.exactly(s, struct.unpack('>I', head)[0] - 4)
                if body is None:
                    return
                take(head + body)

    @staticmethod
    def exactly(s, n):
        data = b''
        while len(data) < n:
            try:
                more = s.recv(n - len(data))
            except OSError:
                return None
            if not more:
                return None
            data += more
        return data

    def place(self, b):
        self.state = b[4] & 15
        joints = [math.degrees(x) for x in struct.unpack('<7f', b[7:35])]
        self.places.append((joints, struct.unpack('<6f', b[35:59])))

    def normal(self, b):
        if b[89]:
            self.errors.add(b[89])
        if b[90]:
            self.warnings.add(b[90])

    def missing(self, wanted):
        """The first place of a list that was not come to after the ones before it, and how near it was."""
        at = 0
        for place in wanted:
            best = math.inf
            while at < len(self.places) and best > 1:
                best = min(best, distance(place, self.places[at]))
                at += 1
            if best > 1:
                return '%s, %.1f times the tolerance' % (place, best)
        return None


def distance(place, seen):
    """How far a place is, in tolerances."""
    kind, *numbers = place.split()
    numbers = [float(x) for x in numbers]
    joints, pose = seen
    if kind == 'J':
        return max(abs(a - b) for a, b in zip(numbers, joints)) / NEAR_DEGREES
    far = max(abs(a - b) for a, b in zip(numbers[:3], pose)) / NEAR_MM
    if kind == 'T':  # and the angle between tool and vertical, degrees
        tilt = math.degrees(math.acos(max(-1, min(1, -math.cos(pose[3]) * math.cos(pose[4])))))
        far = max(far, abs(tilt - numbers[3]) / NEAR_DEGREES)
    return far


def start(a, host, flags):
    """Starts the simulator, waits until it listens, and enables the arm, as somebody did before most examples begin."""
    cmd = [a.sinew, 'sim', 'xarm7', '--listen', host + ':502', '--priority', '0', '--firmware', a.firmware] + flags.split()
    sim = subprocess.Popen(cmd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in sim.stdout:
        if '30003' in line:
            with socket.create_connection((host, 502), 5) as s:
                for i, request in enumerate((b'\x0b\x08\x01', b'\x13\x00', b'\x0c\x00')):
                    s.sendall(struct.pack('>HHH', i + 1, 2, len(request)) + request)
                    s.recv(64)
            return sim
    raise RuntimeError('the simulator does not start: ' + ' '.join(cmd))


def command(a, row, host):
    """The command for an example, and where it runs."""
    if row['sdk'] == 'cpp':
        extra = ['30001'] if 'get_report_data' in row['example'] else []
        env = dict(os.environ, LD_LIBRARY_PATH=os.path.join(a.cpp, 'build/lib'))
        return ['stdbuf', '-oL', os.path.join(a.cpp, 'build/example', row['example']), host] + extra, None, env
    folder, name = row['example'].split('/')
    work = os.path.join(a.out, 'work', host)
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(os.path.join(a.python, 'example/wrapper'), work)
    with open(os.path.join(work, 'robot.conf'), 'w') as f:
        f.write('[xArm]\nip = %s\n' % host)
    file = os.path.join(work, folder, name + '.py')
    with open(file) as f:
        text = f.read()
    fixed = re.sub(r"XArmAPI\('192\.168\.1\.\d+'", "XArmAPI('%s'" % host, text)
    if fixed != text:
        with open(file, 'w') as f:
            f.write(fixed)
    return [sys.executable, '-u', name + '.py', host], os.path.join(work, folder), dict(os.environ, PYTHONPATH=a.python)


def judge(row, out, code, watch, cut):
    """The verdict on one run, and why."""
    allowed = {int(x) for x in row['codes'].split()}
    codes = {int(m) for m in CODE.findall(out)} - {0}
    if BROKEN.search(out) and not (cut and 'is disconnect' in out):
        return 'fails', BROKEN.search(out).group(0).strip()
    if not cut and code != 0:
        return 'fails', 'it ends with %d' % code
    if cut and row['cut'] == '':
        return 'fails', 'it does not end within %s s' % row['seconds']
    if row['bare']:  # without its accessory: the errors of a box whose sensor, tool or track does not answer
        if watch.errors and watch.errors <= {18, 19, 111}:
            return 'refused', 'codes %s, error %s' % (sorted(codes), sorted(watch.errors))
        return 'fails', 'codes %s, errors %s: it does not miss what is not there' % (sorted(codes), sorted(watch.errors))
    if codes - allowed:
        return 'fails', 'codes %s' % sorted(codes)
    miss = watch.missing([p for p in row['path'].split(';') if p])
    if miss:
        return 'fails', 'never at ' + miss
    if codes:
        return 'refused', 'codes %s, error %s' % (sorted(codes), sorted(watch.errors))
    if watch.errors:
        return 'fails', 'errors %s' % sorted('C%d' % e for e in watch.errors)
    if watch.warnings:
        return 'fails', 'warnings %s' % sorted('W%d' % w for w in watch.warnings)
    return 'passes', ''


def try_one(a, number, rows):
    """Runs examples one after the other against one simulator and prints a line about each."""
    host = '127.0.%d.%d' % (10 + number // 200, 1 + number % 200)
    sim = start(a, host, rows[0]['flags'].replace('same', ''))
    threading.Thread(target=sim.stdout.read, daemon=True).start()
    try:
        for row in rows:
            watch = Watch(host)
            watch.start()
            cmd, folder, env = command(a, row, host)
            begun = time.monotonic()
            run = subprocess.Popen(cmd, cwd=folder, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            cut = False
            try:
                out, _ = run.communicate(timeout=float(row['seconds']))
            except subprocess.TimeoutExpired:
                cut = True
                run.kill()
                out, _ = run.communicate()
            took = time.monotonic() - begun
            time.sleep(0.3)
            for _ in range(0 if cut else 200):  # programs that do not wait end while the arm moves
                if watch.state != 1:
                    break
                time.sleep(0.1)
            watch.over = True
            watch.join(3)
            out = out.decode(errors='replace')
            verdict, why = judge(row, out, run.returncode, watch, cut)
            name = row['sdk'] + '-' + row['example'].replace('/', '-')
            with open(os.path.join(a.out, name + '.txt'), 'w') as f:
                f.write(out)
            print('%-4s %-52s %-8s %4.0f s  %s' % (row['sdk'], row['example'], verdict, took, why), flush=True)
            row['verdict'] = verdict
    finally:
        sim.send_signal(signal.SIGINT)
        sim.wait(10)


def main():
    p = argparse.ArgumentParser()
    for name in ('--cpp', '--python', '--out', '--sinew', '--firmware'):
        p.add_argument(name)
    p.add_argument('--jobs', type=int)
    p.add_argument('--bare', action='store_true')
    p.add_argument('pattern', nargs='?', default='')
    a = p.parse_args()
    shutil.rmtree(a.out, ignore_errors=True)
    os.makedirs(a.out)
    groups, chosen = [], False
    for line in open(os.path.join(HERE, 'xarm-sdk.tsv')):
        if line.startswith('#'):
            continue
        row = dict(zip(('sdk', 'example', 'seconds', 'cut', 'flags', 'codes', 'path'), line.rstrip('\n').split('\t')))
        if not getattr(a, 'cpp' if row['sdk'] == 'cpp' else 'python'):
            continue
        same = row['flags'] == 'same'
        row['bare'] = a.bare and row['flags'].split(' ')[0] in ('--tool', '--track', '--force')
        if a.bare:
            if not row['bare']:
                chosen = False
                continue
            row['flags'] = ''
        if same and chosen:  # on the previous example's simulator
            groups[-1].append(row)
        elif not same:
            chosen = re.search(a.pattern, row['sdk'] + '/' + row['example']) is not None
            if chosen:
                groups.append([row])
    with ThreadPoolExecutor(a.jobs) as pool:
        for done in [pool.submit(try_one, a, i, g) for i, g in enumerate(groups)]:
            done.result()
    rows = [r for g in groups for r in g]
    for sdk in ('cpp', 'py'):
        count = {v: sum(r['sdk'] == sdk and r['verdict'] == v for r in rows) for v in ('passes', 'refused', 'fails')}
        print('%s: %s' % (sdk, ', '.join('%d %s' % (n, v) for v, n in count.items())))
    sys.exit(any(r['verdict'] == 'fails' for r in rows))


main()
