// Reads recordings with the official MCAP library, decodes every message with the recording's schema, and compares each of
// Foxglove's schemas with the official one, field by field. Prints its findings as JSON, one line per file; all faults go to
// standard error, with exit status 1.
//
//   node check.mjs trace.mcap …

import { open } from "node:fs/promises";
import { McapIndexedReader, McapStreamReader } from "@mcap/core";
import { loadDecompressHandlers, protobufFromBinaryDescriptor } from "@mcap/support";
import official from "@foxglove/schemas/internal.js";
import protobuf from "protobufjs";

const faults = [];

// standard is the root of all of Foxglove's messages, from the generator that makes the official .proto files.
function standard() {
  const root = new protobuf.Root();
  const parse = (text) => protobuf.parse(text, root, { keepCase: true });
  for (const name of ["Timestamp", "Duration"]) {
    parse(`syntax = "proto3"; package google.protobuf; message ${name} { int64 seconds = 1; int32 nanos = 2; }`);
  }
  for (const [name, schema] of Object.entries(official.foxgloveMessageSchemas)) {
    if (schema.protoEquivalent === undefined) { // not one of Google's
      const enums = Object.values(official.foxgloveEnumSchemas).filter((e) => e.parentSchemaName === name);
      parse(official.generateProto(schema, enums));
    }
  }
  root.resolveAll();
  return root;
}

// fields describes a message by the names of its fields.
function fields(type) {
  const all = {};
  for (const f of type.fieldsArray) {
    f.resolve();
    const kind = f.resolvedType === null ? f.type : f.resolvedType.fullName.replace(/^\./, "");
    const present = f.partOf?.name === `_${f.name}` ? "optional " : f.repeated ? "repeated " : "";
    all[f.name] = `${present}${kind} = ${f.id}`;
    if (f.resolvedType instanceof protobuf.Enum) {
      all[f.name] += " " + JSON.stringify(f.resolvedType.values);
    }
  }
  return all;
}

// compare finds differences of a message, and of nested ones, from the official message.
function compare(file, name, mine, theirs, seen) {
  if (seen.has(name)) return;
  seen.add(name);
  const a = mine.lookupType(name);
  let b;
  try {
    b = theirs.lookupType(name);
  } catch {
    faults.push(`${file}: ${name} is none of Foxglove's messages`);
    return;
  }
  const [x, y] = [fields(a), fields(b)];
  for (const f of new Set([...Object.keys(x), ...Object.keys(y)])) {
    if (x[f] !== y[f]) faults.push(`${file}: ${name}.${f} is ${x[f]}, officially ${y[f]}`);
  }
  for (const f of a.fieldsArray) {
    if (f.resolvedType instanceof protobuf.Type) compare(file, f.resolvedType.fullName.slice(1), mine, theirs, seen);
  }
}

// each calls visit with every message within a message.
function each(type, message, visit) {
  visit(type, message);
  for (const f of type.fieldsArray) {
    if (!(f.resolvedType instanceof protobuf.Type) || message[f.name] === undefined) continue;
    for (const part of f.repeated ? message[f.name] : [message[f.name]]) {
      if (part !== null) each(f.resolvedType, part, visit);
    }
  }
}

// found describes a file: messages by topic, frames that exist and frames that are named, bodies.
class Found {
  constructor(file) {
    this.file = file;
    this.topics = {};
    this.exist = new Set(["world"]);
    this.named = new Set();
    this.primitives = 0;
    this.pictures = 0;
    this.points = 0;
    this.joints = new Set();
  }

  see(where, type, m) {
    each(type, m, (t, part) => {
      const name = t.fullName.slice(1);
      if (part.frame_id !== undefined) this.named.add(part.frame_id);
      if (name === "foxglove.Quaternion") {
        const norm = Math.hypot(part.x, part.y, part.z, part.w);
        if (!(Math.abs(norm - 1) < 1e-9)) faults.push(`${where}: a quaternion of length ${norm}`);
      }
      if (name === "foxglove.FrameTransform") this.exist.add(part.child_frame_id);
      if (name === "foxglove.JointState") this.joints.add(part.name);
      if (name === "foxglove.SceneEntity") {
        this.primitives += part.cubes.length + part.spheres.length + part.cylinders.length + part.lines.length;
      }
      if (name === "foxglove.CompressedImage") this.picture(where, part);
      if (name === "foxglove.PointCloud") {
        this.points += part.data.length / part.point_stride;
        if (part.data.length % part.point_stride !== 0) faults.push(`${where}: a cloud of ${part.data.length} bytes, ${part.point_stride} each`);
      }
    });
  }

  picture(where, image) {
    const d = image.data;
    const whole = d[0] === 0xff && d[1] === 0xd8 && d[d.length - 2] === 0xff && d[d.length - 1] === 0xd9;
    if (image.format !== "jpeg" || !whole) faults.push(`${where}: no JPEG`);
    this.pictures++;
  }
}

async function check(file, theirs, decompressHandlers) {
  const handle = await open(file);
  const size = (await handle.stat()).size;
  const readable = {
    size: async () => BigInt(size),
    read: async (offset, length) => {
      const b = new Uint8Array(Number(length));
      await handle.read(b, 0, b.length, Number(offset));
      return b;
    },
  };
  const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
  const types = new Map();
  const seen = new Set();
  for (const [id, schema] of reader.schemasById) {
    if (schema.encoding !== "protobuf") faults.push(`${file}: ${schema.name} is encoded as ${schema.encoding}`);
    const root = protobufFromBinaryDescriptor(schema.data);
    root.resolveAll();
    types.set(id, root.lookupType(schema.name));
    if (schema.name.startsWith("foxglove.")) compare(file, schema.name, root, theirs, seen);
  }
  const found = new Found(file);
  let count = 0;
  for await (const m of reader.readMessages()) {
    count++;
    const channel = reader.channelsById.get(m.channelId);
    const type = types.get(channel.schemaId);
    const where = `${file}: ${channel.topic} at ${m.logTime}`;
    const t = (found.topics[channel.topic] ??= { type: type.fullName.slice(1), messages: 0, derived: channel.metadata.has("derived") });
    t.messages++;
    const value = type.decode(m.data);
    if (!t.type.startsWith("foxglove.")) continue;
    found.see(where, type, value);
    const same = theirs.lookupType(t.type).decode(m.data);
    if (JSON.stringify(type.toObject(value)) !== JSON.stringify(theirs.lookupType(t.type).toObject(same))) {
      faults.push(`${where}: the official schema reads it otherwise`);
    }
    if (value.timestamp && value.timestamp.seconds * 1e9 + value.timestamp.nanos !== Number(m.logTime)) {
      faults.push(`${where}: its timestamp is not its time`);
    }
  }
  for (const f of found.named) {
    if (!found.exist.has(f)) faults.push(`${file}: nothing says where the frame ${f} is`);
  }
  await streamed(file, readable, size, decompressHandlers, count);
  await handle.close();
  const { topics, exist, primitives, pictures, points, joints } = found;
  console.log(JSON.stringify({ messages: count, topics, frames: [...exist], primitives, pictures, points, joints: [...joints] }));
}

// streamed reads the file again, from beginning to end.
async function streamed(file, readable, size, decompressHandlers, want) {
  const stream = new McapStreamReader({ validateCrcs: true, decompressHandlers });
  const step = 1 << 20;
  let n = 0;
  for (let at = 0; at < size; at += step) {
    stream.append(await readable.read(BigInt(at), BigInt(Math.min(step, size - at))));
    for (let r; (r = stream.nextRecord()); ) {
      if (r.type === "Message") n++;
    }
  }
  if (!stream.done() || n !== want) faults.push(`${file}: ${n} messages from front to back, ${want} by the index`);
}

const theirs = standard();
const handlers = await loadDecompressHandlers();
for (const file of process.argv.slice(2)) await check(file, theirs, handlers);
for (const f of faults.slice(0, 40)) console.error(f);
if (faults.length > 0) process.exit(1);
