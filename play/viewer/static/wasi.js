/**
 * The system that the WebAssembly module runs on: files in memory and files of the site, a clock, random bytes. It has the
 * functions of WASI preview 1 that the module imports (https://github.com/WebAssembly/WASI/tree/wasi-0.1). All of them return an error
 * number, 0 for success; addresses and lengths are in the module's memory, and 64-bit numbers are BigInts.
 */

const [OK, BADF, EXIST, INVAL, IO, ISDIR, NOENT, NOSYS, NOTDIR, NOTEMPTY, ROFS] = [0, 8, 20, 28, 29, 31, 44, 52, 54, 55, 69];
const [CHARACTERS, FOLDER, FILE] = [2, 3, 4];
const [CREATE, MUST_BE_FOLDER, MUST_BE_NEW, EMPTY] = [1, 2, 4, 8];
const APPEND = 1;
const [OUTPUT, ROOT] = [1, 3];

/** An error number, thrown. */
class Fault extends Error {
  constructor(number) {
    super(`error ${number}`);
    this.number = number;
  }
}

/** A folder. */
function createFolder() {
  return { type: FOLDER, entries: new Map(), size: 0 };
}

/** A file in memory. */
function createFile() {
  let bytes = new Uint8Array(0);
  const file = {
    type: FILE,
    size: 0,
    read(offset, into) {
      const part = bytes.subarray(offset, Math.min(offset + into.length, file.size));
      into.set(part);
      return part.length;
    },
    write(offset, from) {
      file.resize(Math.max(file.size, offset + from.length));
      bytes.set(from, offset);
    },
    resize(size) {
      if (size > bytes.length) {
        const larger = new Uint8Array(Math.max(size, 2 * bytes.length));
        larger.set(bytes.subarray(0, file.size));
        bytes = larger;
      }
      if (size < file.size) bytes.fill(0, size, file.size);
      file.size = size;
    },
  };
  return file;
}

/** Creates a system: `calls` are its functions, and `use(memory)` must be called before the first of them. `add(path, { size, read })` adds a file that cannot be written; `folder(path)` an empty folder; `hear(listener)` replaces the listener to the lines of the standard output. */
export function createSystem() {
  const root = createFolder();
  const open = [{ type: CHARACTERS }, { type: CHARACTERS }, { type: CHARACTERS }, { node: root }];
  const numbers = new WeakMap();
  const text = { encoder: new TextEncoder(), decoder: new TextDecoder() };
  let memory = null;
  const told = new Map();
  let listener = null;
  let count = 0;

  const view = () => new DataView(memory.buffer);
  const bytesAt = (at, length) => new Uint8Array(memory.buffer, at, length);
  const textAt = (at, length) => text.decoder.decode(bytesAt(at, length));

  function numberOf(node) {
    if (!numbers.has(node)) numbers.set(node, BigInt(count += 1));
    return numbers.get(node);
  }

  /** The open file with this number. */
  function opened(number) {
    const found = open[number];
    if (!found) throw new Fault(BADF);
    return found;
  }

  /** The open file with this number, which must not be a folder. */
  function file(number) {
    const found = opened(number);
    if (!found.node) throw new Fault(BADF);
    if (found.node.type === FOLDER) throw new Fault(ISDIR);
    return found;
  }

  /** The folder above a path, the path's last name, and what it names, if anything. */
  function place(number, path) {
    let folder = opened(number).node;
    const above = [];
    const names = path.split('/').filter((name) => name !== '' && name !== '.');
    const last = names.pop();
    for (const name of names) {
      if (folder?.type !== FOLDER) throw new Fault(NOTDIR);
      if (name === '..') {
        folder = above.pop() ?? folder;
      } else {
        above.push(folder);
        folder = folder.entries.get(name);
        if (!folder) throw new Fault(NOENT);
      }
    }
    if (folder?.type !== FOLDER) throw new Fault(NOTDIR);
    if (last === undefined) return { folder, name: null, node: folder };
    return { folder, name: last, node: folder.entries.get(last) };
  }

  function existing(number, path) {
    const { node } = place(number, path);
    if (!node) throw new Fault(NOENT);
    return node;
  }

  function makeFolder(path) {
    let folder = root;
    for (const name of path.split('/').filter(Boolean)) {
      if (!folder.entries.has(name)) folder.entries.set(name, createFolder());
      folder = folder.entries.get(name);
    }
    return folder;
  }

  function stat(at, node) {
    const out = view();
    bytesAt(at, 64).fill(0);
    out.setBigUint64(at + 8, numberOf(node), true);
    out.setUint8(at + 16, node.type);
    out.setBigUint64(at + 24, 1n, true);
    out.setBigUint64(at + 32, BigInt(node.size), true);
  }

  /** The pieces of memory that a list of addresses and lengths names. */
  function* lists(at, length) {
    for (let i = 0; i < length; i += 1) {
      const list = view();
      yield bytesAt(list.getUint32(at + 8 * i, true), list.getUint32(at + 8 * i + 4, true));
    }
  }

  function readInto(node, offset, at, length) {
    let done = 0;
    for (const into of lists(at, length)) {
      const read = node.read(offset + done, into);
      done += read;
      if (read < into.length) break;
    }
    return done;
  }

  function writeFrom(node, offset, at, length) {
    if (!node.write) throw new Fault(ROFS);
    let done = 0;
    for (const from of lists(at, length)) {
      node.write(offset + done, from);
      done += from.length;
    }
    return done;
  }

  /** What the module writes to its standard streams is passed on a line at a time: errors to the console, the rest to the listener. */
  function tell(number, at, length) {
    let done = 0;
    let written = told.get(number) ?? '';
    for (const from of lists(at, length)) {
      written += text.decoder.decode(from);
      done += from.length;
    }
    const lines = written.split('\n');
    told.set(number, lines.pop());
    for (const line of lines) (number === OUTPUT && listener ? listener : console.error)(line);
    return done;
  }

  const put32 = (at, number) => view().setUint32(at, number, true);
  const put64 = (at, number) => view().setBigUint64(at, BigInt(number), true);

  const calls = {
    args_get: () => OK,
    args_sizes_get(number, bytes) {
      put32(number, 0);
      put32(bytes, 0);
    },
    clock_time_get(clock, _precision, out) {
      const ms = clock === 0 ? Date.now() : performance.now();
      put64(out, Math.round(ms * 1e6));
    },
    environ_get: () => OK,
    environ_sizes_get(number, bytes) {
      put32(number, 0);
      put32(bytes, 0);
    },
    fd_close(number) {
      opened(number);
      delete open[number];
    },
    fd_datasync: () => OK,
    fd_fdstat_get(number, out) {
      const { node, type = node.type, flags = 0 } = opened(number);
      bytesAt(out, 24).fill(0);
      view().setUint8(out, type);
      view().setUint16(out + 2, flags, true);
      view().setBigUint64(out + 8, (1n << 64n) - 1n, true);
      view().setBigUint64(out + 16, (1n << 64n) - 1n, true);
    },
    fd_fdstat_set_flags: () => OK,
    fd_filestat_get(number, out) {
      const { node } = opened(number);
      if (!node) throw new Fault(BADF);
      stat(out, node);
    },
    fd_filestat_set_size(number, size) {
      const { node } = file(number);
      if (!node.resize) throw new Fault(ROFS);
      node.resize(Number(size));
    },
    fd_filestat_set_times: () => OK,
    fd_pread(number, at, length, offset, out) {
      put32(out, readInto(file(number).node, Number(offset), at, length));
    },
    fd_prestat_get(number, out) {
      if (number !== ROOT) throw new Fault(BADF);
      put32(out, 0);
      put32(out + 4, 1);
    },
    fd_prestat_dir_name(number, at, length) {
      if (number !== ROOT || length < 1) throw new Fault(INVAL);
      bytesAt(at, 1).set([0x2f]);
    },
    fd_pwrite(number, at, length, offset, out) {
      put32(out, writeFrom(file(number).node, Number(offset), at, length));
    },
    fd_read(number, at, length, out) {
      const found = opened(number);
      if (!found.node) {
        put32(out, 0);
        return;
      }
      const { node } = file(number);
      const read = readInto(node, found.offset, at, length);
      found.offset += read;
      put32(out, read);
    },
    fd_readdir(number, at, length, cookie, out) {
      const { node } = opened(number);
      if (node?.type !== FOLDER) throw new Fault(NOTDIR);
      let used = 0;
      const entries = [...node.entries];
      for (let next = Number(cookie); next < entries.length && used < length; next += 1) {
        const [name, entry] = entries[next];
        const bytes = text.encoder.encode(name);
        const record = new Uint8Array(24 + bytes.length);
        const fields = new DataView(record.buffer);
        fields.setBigUint64(0, BigInt(next + 1), true);
        fields.setBigUint64(8, numberOf(entry), true);
        fields.setUint32(16, bytes.length, true);
        fields.setUint8(20, entry.type);
        record.set(bytes, 24);
        const part = record.subarray(0, length - used);
        bytesAt(at + used, part.length).set(part);
        used += part.length;
      }
      put32(out, used);
    },
    fd_seek(number, offset, whence, out) {
      const found = file(number);
      const from = [0, found.offset, found.node.size][whence];
      if (from === undefined || from + Number(offset) < 0) throw new Fault(INVAL);
      found.offset = from + Number(offset);
      put64(out, found.offset);
    },
    fd_sync: () => OK,
    fd_write(number, at, length, out) {
      const found = opened(number);
      if (!found.node) {
        put32(out, tell(number, at, length));
        return;
      }
      const { node } = file(number);
      if (found.flags & APPEND) found.offset = node.size;
      const written = writeFrom(node, found.offset, at, length);
      found.offset += written;
      put32(out, written);
    },
    path_create_directory(number, at, length) {
      const { folder, name, node } = place(number, textAt(at, length));
      if (node) throw new Fault(EXIST);
      folder.entries.set(name, createFolder());
    },
    path_filestat_get(number, _flags, at, length, out) {
      stat(out, existing(number, textAt(at, length)));
    },
    path_filestat_set_times: () => OK,
    path_open(number, _follow, at, length, how, _rights, _inherited, flags, out) {
      const { folder, name, node } = place(number, textAt(at, length));
      let found = node;
      if (found && how & CREATE && how & MUST_BE_NEW) throw new Fault(EXIST);
      if (!found && !(how & CREATE)) throw new Fault(NOENT);
      if (!found) {
        found = createFile();
        folder.entries.set(name, found);
      }
      if (how & MUST_BE_FOLDER && found.type !== FOLDER) throw new Fault(NOTDIR);
      if (how & EMPTY) {
        if (!found.resize) throw new Fault(found.type === FOLDER ? ISDIR : ROFS);
        found.resize(0);
      }
      let free = ROOT + 1;
      while (open[free]) free += 1;
      open[free] = { node: found, offset: 0, flags };
      put32(out, free);
    },
    path_remove_directory(number, at, length) {
      const { folder, name, node } = place(number, textAt(at, length));
      if (!node) throw new Fault(NOENT);
      if (node.type !== FOLDER) throw new Fault(NOTDIR);
      if (name === null || node.entries.size > 0) throw new Fault(NOTEMPTY);
      folder.entries.delete(name);
    },
    path_rename(number, at, length, toNumber, toAt, toLength) {
      const from = place(number, textAt(at, length));
      const to = place(toNumber, textAt(toAt, toLength));
      if (!from.node) throw new Fault(NOENT);
      if (to.node?.type === FOLDER && from.node.type !== FOLDER) throw new Fault(ISDIR);
      from.folder.entries.delete(from.name);
      to.folder.entries.set(to.name, from.node);
    },
    path_unlink_file(number, at, length) {
      const { folder, name, node } = place(number, textAt(at, length));
      if (!node) throw new Fault(NOENT);
      if (node.type === FOLDER) throw new Fault(ISDIR);
      folder.entries.delete(name);
    },
    proc_exit(status) {
      throw new Error(`the module has ended with ${status}`);
    },
    random_get(at, length) {
      // The source of random bytes gives at most this many at a time.
      for (let done = 0; done < length; done += 65536) crypto.getRandomValues(bytesAt(at + done, Math.min(65536, length - done)));
    },
    sched_yield: () => OK,
  };

  /** Each function with its faults as numbers; anything else that goes wrong in one that reads is a failed read. */
  const guarded = (call) => (...given) => {
    try {
      return call(...given) ?? OK;
    } catch (error) {
      if (error instanceof Fault) return error.number;
      if (call === calls.proc_exit) throw error;
      console.info(error.message);
      return IO;
    }
  };

  return {
    add(path, { size, read }) {
      const at = path.lastIndexOf('/');
      makeFolder(path.slice(0, at)).entries.set(path.slice(at + 1), { type: FILE, size, read });
    },
    folder: makeFolder,
    hear(given) {
      listener = given;
    },
    use(given) {
      memory = given;
    },
    /** The functions that a module imports; those that are not here refuse. */
    imports(module) {
      const imports = {};
      for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
        if (kind !== 'function') throw new Error(`the module imports ${from}.${name}`);
        imports[from] ??= {};
        imports[from][name] = calls[name] ? guarded(calls[name]) : () => NOSYS;
      }
      return imports;
    },
  };
}
