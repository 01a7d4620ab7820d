// Made by `npm run generate` of server/modules/provenance/verifyAProof.ts and server/domain. See verify-a-proof.md.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
// server/domain/text/units.ts
var gramsFromKg = (kg) => Math.round(kg * 1e3);
var kgFromGrams = (grams) => grams / 1e3;
var hundredthsFrom = (value) => Math.round(value * 100);
var fromHundredths = (hundredths) => hundredths / 100;
var tenthsFrom = (points) => Math.round(points * 10);
var fromTenths = (tenths) => tenths / 10;
var microFromDegrees = (degrees) => Math.round(degrees * 1e6);
var degreesFromMicro = (micro) => micro / 1e6;
var GRAMS = {
	toWhole: gramsFromKg,
	fromWhole: kgFromGrams
};
var HUNDREDTHS = {
	toWhole: hundredthsFrom,
	fromWhole: fromHundredths
};
var TENTHS = {
	toWhole: tenthsFrom,
	fromWhole: fromTenths
};
var MICRO_DEGREES = {
	toWhole: microFromDegrees,
	fromWhole: degreesFromMicro
};
// server/domain/lot/lotTable.ts
var LOT_FIELDS = {
	lotId: {
		stored: "lotId",
		form: "text",
		nullable: false,
		setBy: "identity",
		optional: false,
		ledger: {
			kind: "clear",
			name: "lotId"
		},
		public: "shown",
		severity: "HIGH"
	},
	farmId: {
		stored: "farmId",
		form: "text",
		nullable: true,
		setBy: "edit",
		optional: false,
		ledger: {
			kind: "committed",
			name: "farmId"
		},
		public: "unless anonymised",
		severity: "HIGH"
	},
	farmerName: {
		stored: "farmerName",
		form: "text",
		text: {
			most: 120,
			lines: "one"
		},
		nullable: true,
		setBy: "edit",
		optional: false,
		ledger: {
			kind: "committed",
			name: "farmerName"
		},
		public: "unless anonymised",
		severity: "HIGH"
	},
	cacaoVariety: {
		stored: "variety",
		form: "variety",
		nullable: false,
		setBy: "edit",
		optional: false,
		ledger: {
			kind: "clear",
			name: "variety"
		},
		public: "shown",
		severity: "HIGH"
	},
	harvestDate: {
		stored: "harvestDate",
		form: "day",
		nullable: false,
		setBy: "edit",
		optional: false,
		ledger: {
			kind: "clear",
			name: "harvestDate"
		},
		public: "shown",
		severity: "HIGH"
	},
	harvestUntil: {
		stored: "harvestUntil",
		form: "day",
		nullable: true,
		setBy: "course",
		optional: true,
		ledger: {
			kind: "clear",
			name: "harvestUntil"
		},
		public: "shown",
		severity: "HIGH"
	},
	latitude: {
		stored: "latMicro",
		form: "figure",
		figure: {
			unit: "Degrees, WGS84",
			scale: MICRO_DEGREES,
			bounds: {
				min: -90,
				max: 90,
				measure: "plain"
			}
		},
		nullable: true,
		setBy: "edit",
		optional: false,
		ledger: {
			kind: "committed",
			name: "place"
		},
		public: "rounded",
		severity: "HIGH"
	},
	longitude: {
		stored: "lonMicro",
		form: "figure",
		figure: {
			unit: "Degrees, WGS84",
			scale: MICRO_DEGREES,
			bounds: {
				min: -180,
				max: 180,
				measure: "plain"
			}
		},
		nullable: true,
		setBy: "edit",
		optional: false,
		ledger: {
			kind: "committed",
			name: "place"
		},
		public: "rounded",
		severity: "HIGH"
	},
	weight: {
		stored: "weightGrams",
		form: "figure",
		figure: {
			unit: "kg",
			scale: GRAMS,
			bounds: null
		},
		nullable: false,
		setBy: "edit",
		optional: false,
		ledger: {
			kind: "clear",
			name: "weightGrams"
		},
		public: "shown",
		severity: "HIGH"
	},
	moistureContent: {
		stored: "moistureHundredths",
		form: "figure",
		figure: {
			unit: "%",
			scale: HUNDREDTHS,
			bounds: {
				min: 0,
				max: 100,
				measure: "percent"
			}
		},
		nullable: false,
		setBy: "edit",
		optional: false,
		ledger: {
			kind: "clear",
			name: "moistureHundredths"
		},
		public: "shown",
		severity: "MEDIUM"
	},
	temperature: {
		stored: "temperatureHundredths",
		form: "figure",
		figure: {
			unit: "°C",
			scale: HUNDREDTHS,
			bounds: {
				min: -50,
				max: 60,
				measure: "celsius"
			}
		},
		nullable: false,
		setBy: "edit",
		optional: false,
		ledger: {
			kind: "clear",
			name: "temperatureHundredths"
		},
		public: "shown",
		severity: "MEDIUM"
	},
	certifications: {
		stored: "certifications",
		form: "texts",
		nullable: false,
		setBy: "edit",
		optional: true,
		ledger: {
			kind: "clear",
			name: "certifications"
		},
		public: "shown",
		severity: "HIGH"
	},
	qualityScore: {
		stored: "qualityTenths",
		form: "figure",
		figure: {
			unit: "0-100 points",
			scale: TENTHS,
			bounds: {
				min: 0,
				max: 100,
				measure: "plain"
			}
		},
		nullable: true,
		setBy: "edit",
		optional: true,
		ledger: {
			kind: "clear",
			name: "qualityTenths"
		},
		public: "shown",
		severity: "MEDIUM"
	},
	isAnonymized: {
		stored: "isAnonymized",
		form: "flag",
		nullable: false,
		setBy: "edit",
		optional: true,
		ledger: {
			kind: "clear",
			name: "isAnonymized"
		},
		public: "shown",
		severity: "MEDIUM"
	},
	currentProcess: {
		stored: "stage",
		form: "stage",
		nullable: false,
		setBy: "course",
		optional: true,
		ledger: {
			kind: "clear",
			name: "stage"
		},
		public: "shown",
		severity: "HIGH"
	},
	processDetails: {
		stored: "processDetails",
		form: "text",
		nullable: true,
		setBy: "course",
		optional: true,
		ledger: {
			kind: "committed",
			name: "processDetails"
		},
		public: "unless anonymised",
		severity: "MEDIUM"
	},
	deforestationStatus: {
		stored: "deforestationStatus",
		form: "status",
		nullable: false,
		setBy: "course",
		optional: true,
		ledger: {
			kind: "clear",
			name: "deforestationStatus"
		},
		public: "shown",
		severity: "HIGH"
	},
	satelliteTimestamp: {
		stored: "satelliteAt",
		form: "moment",
		nullable: true,
		setBy: "course",
		optional: true,
		ledger: {
			kind: "clear",
			name: "satelliteTimestamp"
		},
		public: "shown",
		severity: "HIGH"
	},
	plots: {
		stored: "plots",
		form: "texts",
		nullable: true,
		setBy: "edit",
		optional: true,
		ledger: {
			kind: "committed",
			name: "geometry"
		},
		public: "hidden",
		severity: "HIGH"
	}
};
var LOT_FIELD_NAMES = Object.keys(LOT_FIELDS);
LOT_FIELD_NAMES.filter((field) => LOT_FIELDS[field].form === "figure");
LOT_FIELD_NAMES.filter((field) => "text" in LOT_FIELDS[field]);
function factsOf(field) {
	return LOT_FIELDS[field];
}
function isPublic(field) {
	return factsOf(field).public !== "hidden";
}
var BY_CLEAR_NAME = new Map(LOT_FIELD_NAMES.filter((field) => factsOf(field).ledger.kind === "clear").map((field) => [factsOf(field).ledger.name, field]));
// node_modules/zod/v4/core/util.js
function getEnumValues(entries) {
	const numericValues = Object.values(entries).filter((v) => typeof v === "number");
	return Object.entries(entries).filter(([k, _]) => numericValues.indexOf(+k) === -1).map(([_, v]) => v);
}
function jsonStringifyReplacer(_, value) {
	if (typeof value === "bigint") return value.toString();
	return value;
}
var Cached = class {
	constructor(getter) {
		this._getter = getter;
		this._value = void 0;
	}
	get value() {
		const getter = this._getter;
		if (getter !== void 0) {
			this._value = getter();
			this._getter = void 0;
		}
		return this._value;
	}
};
function cached(getter) {
	return new Cached(getter);
}
function nullish(input) {
	return input === null || input === void 0;
}
function cleanRegex(source) {
	const start = source.startsWith("^") ? 1 : 0;
	const end = source.endsWith("$") ? source.length - 1 : source.length;
	return source.slice(start, end);
}
var EVALUATING = Symbol("evaluating");
function defineLazy(object, key, getter) {
	let value = void 0;
	Object.defineProperty(object, key, {
		get() {
			if (value === EVALUATING) return;
			if (value === void 0) {
				value = EVALUATING;
				value = getter();
			}
			return value;
		},
		set(v) {
			Object.defineProperty(object, key, { value: v });
		},
		configurable: true
	});
}
function assignProp(target, prop, value) {
	Object.defineProperty(target, prop, {
		value,
		writable: true,
		enumerable: true,
		configurable: true
	});
}
function rawShape(def) {
	const desc = Object.getOwnPropertyDescriptor(def, "shape");
	return desc?.get ? desc.get.raw : desc?.value;
}
function sourceShape(schema) {
	return rawShape(schema._zod.def) ?? schema._zod.def.shape;
}
function deferProp(target, key, getter) {
	Object.defineProperty(target, key, {
		get() {
			const value = getter();
			assignProp(this, key, value);
			return value;
		},
		enumerable: true,
		configurable: true
	});
}
function putProp(target, key, value) {
	if (key in target) assignProp(target, key, value);
	else target[key] = value;
}
function mirrorShape(target, source, keys, wrap) {
	const raw = sourceShape(source);
	for (const key of keys) {
		const desc = Object.getOwnPropertyDescriptor(raw, key);
		if (!desc.enumerable) continue;
		if (desc.get) deferProp(target, key, () => {
			const value = source._zod.def.shape[key];
			return wrap ? wrap(value, key) : value;
		});
		else putProp(target, key, wrap ? wrap(desc.value, key) : desc.value);
	}
}
function mirrorProps(target, source) {
	for (const key of Reflect.ownKeys(source)) {
		const desc = Object.getOwnPropertyDescriptor(source, key);
		if (!desc.enumerable) continue;
		if (desc.get) deferProp(target, key, () => source[key]);
		else putProp(target, key, desc.value);
	}
}
function mergeDefs(...defs) {
	const mergedDescriptors = {};
	for (const def of defs) {
		const descriptors = Object.getOwnPropertyDescriptors(def);
		Object.assign(mergedDescriptors, descriptors);
	}
	return Object.defineProperties({}, mergedDescriptors);
}
var captureStackTrace = "captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => {};
function isObject(data) {
	return typeof data === "object" && data !== null && !Array.isArray(data);
}
function isPlainObject(o) {
	if (isObject(o) === false) return false;
	const ctor = o.constructor;
	if (ctor === void 0) return true;
	if (typeof ctor !== "function") return true;
	const prot = ctor.prototype;
	if (isObject(prot) === false) return false;
	if (Object.prototype.hasOwnProperty.call(prot, "isPrototypeOf") === false) return false;
	return true;
}
var propertyKeyTypes = new Set([
	"string",
	"number",
	"symbol"
]);
function escapeRegex(str) {
	return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
function clone(inst, def, params) {
	const cl = new inst._zod.constr(def ?? inst._zod.def);
	if (!def || params?.parent) cl._zod.parent = inst;
	return cl;
}
function normalizeParams(_params) {
	const params = _params;
	if (!params) return {};
	if (typeof params === "string") return { error: () => params };
	if (params?.message !== void 0) {
		if (params?.error !== void 0) throw new Error("Cannot specify both `message` and `error` params");
		params.error = params.message;
	}
	delete params.message;
	if (typeof params.error === "string") return {
		...params,
		error: () => params.error
	};
	return params;
}
function optionalKeys(shape) {
	return Object.keys(shape).filter((k) => {
		return shape[k]._zod.optin !== void 0 && shape[k]._zod.optout === "optional";
	});
}
var NUMBER_FORMAT_RANGES = (() => ({
	safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
	int32: [-2147483648, 2147483647],
	uint32: [0, 4294967295],
	float32: [-34028234663852886e22, 34028234663852886e22],
	float64: [-Number.MAX_VALUE, Number.MAX_VALUE]
}))();
function maskedKeys(schema, mask) {
	const raw = sourceShape(schema);
	const keys = [];
	for (const key of Reflect.ownKeys(mask)) {
		if (!Object.getOwnPropertyDescriptor(raw, key)?.enumerable) throw new Error(`Unrecognized key: "${String(key)}"`);
		if (mask[key]) keys.push(key);
	}
	return keys;
}
function omit$1(schema, mask) {
	const currDef = schema._zod.def;
	const checks = currDef.checks;
	if (checks && checks.length > 0) throw new Error(".omit() cannot be used on object schemas containing refinements");
	const omitted = new Set(maskedKeys(schema, mask));
	const newShape = {};
	mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)).filter((key) => !omitted.has(key)));
	return clone(schema, mergeDefs(currDef, {
		shape: newShape,
		checks: []
	}));
}
function extend$1(schema, shape) {
	if (!isPlainObject(shape)) throw new Error("Invalid input to extend: expected a plain object");
	const checks = schema._zod.def.checks;
	if (checks && checks.length > 0) {
		const existingShape = sourceShape(schema);
		for (const key of Reflect.ownKeys(shape)) if (Object.getOwnPropertyDescriptor(existingShape, key) !== void 0) throw new Error("Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.");
	}
	return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
function extended(schema, shape) {
	const newShape = {};
	mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)));
	mirrorProps(newShape, shape);
	return newShape;
}
function aborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue !== true) return true;
	return false;
}
function explicitlyAborted(x, startIndex = 0) {
	if (x.aborted === true) return true;
	for (let i = startIndex; i < x.issues.length; i++) if (x.issues[i]?.continue === false) return true;
	return false;
}
function prefixIssues(path, issues) {
	return issues.map((iss) => {
		var _a;
		(_a = iss).path ?? (_a.path = []);
		iss.path.unshift(path);
		return iss;
	});
}
function unwrapMessage(message) {
	return typeof message === "string" ? message : message?.message;
}
function sizeCaps(defChecks) {
	const caps = [];
	for (const ch of defChecks ?? []) {
		const d = ch._zod.def;
		if (!/_(length|size)$|_equals$/.test(d.check)) break;
		const max = d.maximum ?? d.length ?? d.size;
		if (max >= 0) caps.push([max, ch]);
	}
	return caps;
}
function attachSchema(issues, start, inst) {
	var _a;
	for (let i = start; i < issues.length; i++) (_a = issues[i]).schema ?? (_a.schema = inst);
}
function finalizeIssue(iss, ctx, config) {
	var _a;
	const traits = iss.inst?._zod?.traits;
	if (traits?.has("$ZodType")) {
		if (traits.has("$ZodCheck")) (_a = iss).schema ?? (_a.schema = iss.inst);
		else iss.schema = iss.inst;
	}
	const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : void 0;
	const message = iss.message ? iss.message : unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ?? unwrapMessage(schemaError?.(iss)) ?? unwrapMessage(ctx?.error?.(iss)) ?? unwrapMessage(config.customError?.(iss)) ?? unwrapMessage(config.localeError?.(iss)) ?? "Invalid input";
	const full = {};
	for (const k of Object.keys(iss)) {
		if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__") continue;
		full[k] = iss[k];
	}
	full.path ?? (full.path = []);
	full.message = message;
	if (ctx?.reportInput) full.input = iss.input;
	return full;
}
var highSurrogate = /[\uD800-\uDBFF]/;
function codePointLength(str) {
	const units = str.length;
	if (!highSurrogate.test(str)) return units;
	let count = units;
	for (let i = 0; i < units - 1; i++) if ((str.charCodeAt(i) & 64512) === 55296 && (str.charCodeAt(i + 1) & 64512) === 56320) {
		count--;
		i++;
	}
	return count;
}
function getLengthableOrigin(input) {
	if (Array.isArray(input)) return "array";
	if (typeof input === "string") return "string";
	return "unknown";
}
function issue(...args) {
	const [iss, input, inst] = args;
	if (typeof iss === "string") return {
		message: iss,
		code: "custom",
		input,
		inst
	};
	return { ...iss };
}
function members(proto, table) {
	for (const key in table) {
		const desc = Object.getOwnPropertyDescriptor(table, key);
		if (desc.get) Object.defineProperty(proto, key, {
			...desc,
			enumerable: false
		});
		else defineBound(proto, key, desc.value);
	}
}
function own(inst, key, value, enumerable = true) {
	Object.defineProperty(inst, key, {
		configurable: true,
		writable: true,
		enumerable,
		value
	});
	return value;
}
function hide(inst, key, value) {
	return own(inst, key, value, false);
}
function defineBound(proto, key, fn) {
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			return this == null ? fn : own(this, key, fn.bind(this));
		},
		set(value) {
			own(this, key, value);
		}
	});
}
function claim(inst, sentinel) {
	const proto = Object.getPrototypeOf(inst);
	return sentinel in proto ? void 0 : proto;
}
var installing;
var broke = false;
var breaker = {
	configurable: true,
	get() {
		broke = true;
	}
};
function defineLazyInternal(inst, key, compute) {
	const proto = Object.getPrototypeOf(inst._zod);
	if (key in proto && installing !== inst._zod) {
		installing = void 0;
		return;
	}
	installing = inst._zod;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			Object.defineProperty(this, key, breaker);
			const outer = broke;
			broke = false;
			try {
				const value = compute(this);
				if (broke) delete this[key];
				else Object.defineProperty(this, key, {
					configurable: true,
					writable: true,
					value
				});
				broke = broke || outer;
				return value;
			} catch (err) {
				delete this[key];
				broke = broke || outer;
				throw err;
			}
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				value
			});
		}
	});
}
function installLazyProp(inst, key, make, enumerable) {
	const proto = claim(inst, key);
	if (!proto) return;
	Object.defineProperty(proto, key, {
		configurable: true,
		get() {
			const desc = {
				configurable: true,
				writable: true,
				enumerable,
				value: void 0
			};
			Object.defineProperty(this, key, desc);
			desc.value = make(this);
			Object.defineProperty(this, key, desc);
			return desc.value;
		},
		set(value) {
			Object.defineProperty(this, key, {
				configurable: true,
				writable: true,
				enumerable,
				value
			});
		}
	});
}
// node_modules/zod/v4/core/core.js
var _a;
var _zodDesc = {
	value: void 0,
	enumerable: false
};
var _E = "captureStackTrace" in Error ? Error : null;
function newError(Definition) {
	const E = _E;
	if (E) {
		const saved = E.stackTraceLimit;
		if (typeof saved === "number") {
			try {
				E.stackTraceLimit = 0;
			} catch {
				_E = null;
				return new Definition();
			}
			try {
				return new Definition();
			} finally {
				E.stackTraceLimit = saved;
			}
		}
	}
	return new Definition();
}
function $constructor(name, initializer, proto, params) {
	const zodProto = {};
	function Internals(def) {
		this.def = def;
		this.constr = _;
		this.traits = new Set();
	}
	Internals.prototype = zodProto;
	const protoMembers = proto;
	const initialized = protoMembers && new WeakSet();
	function init(inst, def) {
		if (!inst._zod) {
			_zodDesc.value = new Internals(def);
			try {
				Object.defineProperty(inst, "_zod", _zodDesc);
			} finally {
				_zodDesc.value = void 0;
			}
		} else if (inst._zod.traits.has(name)) return;
		inst._zod.traits.add(name);
		initializer(inst, def);
		if (initialized) {
			const own = Object.getPrototypeOf(inst);
			const ctorProto = inst._zod.constr.prototype;
			let up = own;
			while (up && up !== ctorProto) up = Object.getPrototypeOf(up);
			const target = up ?? own;
			if (!initialized.has(target)) {
				initialized.add(target);
				members(target, protoMembers);
			}
		}
		const proto = _.prototype;
		for (const k in proto) {
			if (!Object.prototype.hasOwnProperty.call(proto, k)) continue;
			if (!(k in inst)) inst[k] = proto[k].bind(inst);
		}
	}
	const Parent = params?.Parent ?? Object;
	class Definition extends Parent {}
	Object.defineProperty(Definition, "name", { value: name });
	function _(def) {
		const inst = params?.Parent ? newError(Definition) : this;
		init(inst, def);
		const deferred = inst._zod.deferred;
		if (deferred) {
			for (const fn of deferred) fn();
			inst._zod.deferred = void 0;
		}
		const pp = globalThis.__zod_globalConfig?.postProcessor;
		if (pp) pp(inst);
		return inst;
	}
	Object.defineProperty(_, "init", { value: init });
	Object.defineProperty(_, Symbol.hasInstance, { value: (inst) => {
		if (params?.Parent && inst instanceof params.Parent) return true;
		return inst?._zod?.traits?.has(name);
	} });
	Object.defineProperty(_, "name", { value: name });
	return _;
}
var $ZodAsyncError = class extends Error {
	constructor() {
		super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
	}
};
(_a = globalThis).__zod_globalConfig ?? (_a.__zod_globalConfig = {});
var globalConfig = globalThis.__zod_globalConfig;
function config(newConfig) {
	if (newConfig) Object.assign(globalConfig, newConfig);
	return globalConfig;
}
// node_modules/zod/v4/core/errors.js
function _getMessage() {
	const internals = this._zod;
	internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2));
	return internals.message;
}
function _setMessage(value) {
	this._zod.message = value;
}
var _messageDesc = {
	get: _getMessage,
	set: _setMessage,
	enumerable: true,
	configurable: true
};
var _issuesDesc = {
	value: void 0,
	enumerable: false
};
var _installedToString = new WeakSet([Object.prototype, Error.prototype]);
var initializer = (inst, def) => {
	inst.name = "$ZodError";
	_issuesDesc.value = def;
	Object.defineProperty(inst, "issues", _issuesDesc);
	_issuesDesc.value = void 0;
	Object.defineProperty(inst, "message", _messageDesc);
	const proto = Object.getPrototypeOf(inst);
	if (!_installedToString.has(proto)) {
		_installedToString.add(proto);
		Object.defineProperty(proto, "toString", {
			configurable: true,
			enumerable: false,
			get() {
				const value = () => this.message;
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
				return value;
			},
			set(value) {
				Object.defineProperty(this, "toString", {
					value,
					configurable: true,
					writable: true
				});
			}
		});
	}
};
var $ZodRealError = $constructor("$ZodError", initializer, void 0, { Parent: Error });
// node_modules/zod/v4/core/parse.js
var _parse = (_Err) => {
	const fn = (schema, value, _ctx, _params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: false
		} : { async: false };
		const result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) throw new $ZodAsyncError();
		if (result.issues.length) {
			const e = new ((_params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, _params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
var parse = _parse($ZodRealError);
var _parseAsync = (_Err) => {
	const fn = async (schema, value, _ctx, params) => {
		const ctx = _ctx ? {
			..._ctx,
			async: true
		} : { async: true };
		let result = schema._zod.run({
			value,
			issues: []
		}, ctx);
		if (result instanceof Promise) result = await result;
		if (result.issues.length) {
			const e = new ((params?.Err) ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
			captureStackTrace(e, params?.callee ?? fn);
			throw e;
		}
		return result.value;
	};
	return fn;
};
var parseAsync = _parseAsync($ZodRealError);
var _safeParse = (_Err) => (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: false
	} : { async: false };
	const result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) throw new $ZodAsyncError();
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
var safeParse = _safeParse($ZodRealError);
function failure(Err, issues, ctx) {
	let error;
	return {
		success: false,
		get error() {
			if (!error) {
				error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())));
				issues = void 0;
				ctx = void 0;
			}
			return error;
		},
		set error(e) {
			error = e;
			issues = void 0;
			ctx = void 0;
		}
	};
}
var _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
	const ctx = _ctx ? {
		..._ctx,
		async: true
	} : { async: true };
	let result = schema._zod.run({
		value,
		issues: []
	}, ctx);
	if (result instanceof Promise) result = await result;
	return result.issues.length ? failure(_Err, result.issues, ctx) : {
		success: true,
		data: result.value
	};
};
var safeParseAsync = _safeParseAsync($ZodRealError);
// node_modules/zod/v4/core/regexes.js
var dateSource = `(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))`;
function anchor(source) {
	return new RegExp(`^${source}$`);
}
var date$1 = anchor(dateSource);
function timeSource(args) {
	const hhmm = `(?:[01]\\d|2[0-3]):[0-5]\\d`;
	return typeof args.precision === "number" ? args.precision === -1 ? `${hhmm}` : args.precision === 0 ? `${hhmm}:[0-5]\\d` : `${hhmm}:[0-5]\\d\\.\\d{${args.precision}}` : args.seconds ? `${hhmm}:[0-5]\\d(?:\\.\\d+)?` : `${hhmm}(?::[0-5]\\d(?:\\.\\d+)?)?`;
}
function datetime$1(args) {
	const opts = ["Z"];
	if (args.offset) opts.push(`([+-](?:[01]\\d|2[0-3]):[0-5]\\d)`);
	const qualified = `${timeSource({
		precision: args.precision,
		seconds: true
	})}(?:${opts.join("|")})`;
	const timeRegex = args.local ? `${qualified}|${timeSource({ precision: args.precision })}` : qualified;
	return new RegExp(`^${dateSource}T(?:${timeRegex})$`);
}
var anyString = /^[\s\S]{0,}$/;
var number$1 = /^-?\d+(?:\.\d+)?$/;
var boolean$1 = /^(?:true|false)$/i;
var _null$2 = /^null$/i;
// node_modules/zod/v4/core/checks.js
var $ZodCheck = $constructor("$ZodCheck", (inst, def) => {
	var _a;
	inst._zod ?? (inst._zod = {});
	inst._zod.def = def;
	(_a = inst._zod).onattach ?? (_a.onattach = []);
});
var _whenHasLength = (payload) => {
	const val = payload.value;
	return !nullish(val) && val.length !== void 0;
};
var numericOriginMap = {
	number: "number",
	bigint: "bigint",
	object: "date"
};
var $ZodCheckLessThan = $constructor("$ZodCheckLessThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value <= def.value : payload.value < def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_big",
			maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckGreaterThan = $constructor("$ZodCheckGreaterThan", (inst, def) => {
	$ZodCheck.init(inst, def);
	const origin = numericOriginMap[typeof def.value];
	inst._zod.check = (payload) => {
		if (def.inclusive ? payload.value >= def.value : payload.value > def.value) return;
		payload.issues.push({
			origin: numericOriginMap[typeof payload.value] ?? origin,
			code: "too_small",
			minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
			input: payload.value,
			inclusive: def.inclusive,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckNumberFormat = $constructor("$ZodCheckNumberFormat", (inst, def) => {
	$ZodCheck.init(inst, def);
	def.format = def.format || "float64";
	const isInt = def.format?.includes("int");
	const origin = isInt ? "int" : "number";
	const [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
	inst._zod.check = (payload) => {
		const input = payload.value;
		if (isInt) {
			if (!Number.isInteger(input)) {
				payload.issues.push({
					expected: origin,
					format: def.format,
					code: "invalid_type",
					continue: false,
					input,
					inst
				});
				return;
			}
			if (!Number.isSafeInteger(input)) {
				if (input > 0) payload.issues.push({
					input,
					code: "too_big",
					maximum: Number.MAX_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				else payload.issues.push({
					input,
					code: "too_small",
					minimum: Number.MIN_SAFE_INTEGER,
					note: "Integers must be within the safe integer range.",
					inst,
					origin,
					inclusive: true,
					continue: !def.abort
				});
				return;
			}
		}
		if (input < minimum) payload.issues.push({
			origin: "number",
			input,
			code: "too_small",
			minimum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
		if (input > maximum) payload.issues.push({
			origin: "number",
			input,
			code: "too_big",
			maximum,
			inclusive: true,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckMaxLength = $constructor("$ZodCheckMaxLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units > def.maximum ? codePointLength(input) : units) <= def.maximum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_big",
			maximum: def.maximum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckMinLength = $constructor("$ZodCheckMinLength", (inst, def) => {
	var _a;
	$ZodCheck.init(inst, def);
	(_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
	inst._zod.check = (payload) => {
		const input = payload.value;
		const units = input.length;
		if ((typeof input === "string" && units >= def.minimum && units < def.minimum * 2 ? codePointLength(input) : units) >= def.minimum) return;
		const origin = getLengthableOrigin(input);
		payload.issues.push({
			origin,
			code: "too_small",
			minimum: def.minimum,
			inclusive: true,
			input,
			inst,
			continue: !def.abort
		});
	};
});
var $ZodCheckStringFormat = $constructor("$ZodCheckStringFormat", (inst, def) => {
	var _a, _b;
	$ZodCheck.init(inst, def);
	if (def.pattern) (_a = inst._zod).check ?? (_a.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: def.format,
			input: payload.value,
			...def.pattern ? { pattern: def.pattern.toString() } : {},
			inst,
			continue: !def.abort
		});
	});
	else (_b = inst._zod).check ?? (_b.check = () => {});
});
var $ZodCheckRegex = $constructor("$ZodCheckRegex", (inst, def) => {
	$ZodCheckStringFormat.init(inst, def);
	inst._zod.check = (payload) => {
		def.pattern.lastIndex = 0;
		if (def.pattern.test(payload.value)) return;
		payload.issues.push({
			origin: "string",
			code: "invalid_format",
			format: "regex",
			input: payload.value,
			pattern: def.pattern.toString(),
			inst,
			continue: !def.abort
		});
	};
});
// node_modules/zod/v4/core/versions.js
var version = {
	major: 4,
	minor: 6,
	patch: 7
};
// node_modules/zod/v4/core/schemas.js
var $ZodType = $constructor("$ZodType", (inst, def) => {
	var _a;
	inst ?? (inst = {});
	inst._zod.def = def;
	inst._zod.bag = inst._zod.bag || {};
	inst._zod.version = version;
	const defChecks = inst._zod.def.checks;
	const checks = inst._zod.traits.has("$ZodCheck") ? [inst, ...defChecks ?? []] : defChecks?.length ? [...defChecks] : [];
	for (const ch of checks) for (const fn of ch._zod.onattach) fn(inst);
	if (checks.length === 0) {
		(_a = inst._zod).deferred ?? (_a.deferred = []);
		inst._zod.deferred?.push(() => {
			inst._zod.run = inst._zod.parse;
		});
	} else {
		const runChecks = (payload, checks, ctx) => {
			if (payload.memo) return payload;
			let isAborted = aborted(payload);
			let asyncResult;
			for (const ch of checks) {
				if (ch._zod.def.when) {
					if (explicitlyAborted(payload)) continue;
					if (!ch._zod.def.when(payload)) continue;
				} else if (isAborted) continue;
				const currLen = payload.issues.length;
				const _ = ch._zod.check(payload);
				if (_ instanceof Promise && ctx?.async === false) throw new $ZodAsyncError();
				if (asyncResult || _ instanceof Promise) asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
					await _;
					if (payload.issues.length === currLen) return;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				});
				else {
					if (payload.issues.length === currLen) continue;
					attachSchema(payload.issues, currLen, inst);
					if (!isAborted) isAborted = aborted(payload, currLen);
				}
			}
			if (asyncResult) return asyncResult.then(() => {
				return payload;
			});
			return payload;
		};
		const handleCanaryResult = (canary, payload, ctx) => {
			if (aborted(canary)) {
				canary.aborted = true;
				return canary;
			}
			const checkResult = runChecks(payload, checks, ctx);
			if (checkResult instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
			}
			return inst._zod.parse(checkResult, ctx);
		};
		inst._zod.run = (payload, ctx) => {
			if (ctx.skipChecks) return inst._zod.parse(payload, ctx);
			if (ctx.direction === "backward") {
				const canary = inst._zod.parse({
					value: payload.value,
					issues: []
				}, {
					...ctx,
					skipChecks: true
				});
				if (canary instanceof Promise) return canary.then((canary) => {
					return handleCanaryResult(canary, payload, ctx);
				});
				return handleCanaryResult(canary, payload, ctx);
			}
			const result = inst._zod.parse(payload, ctx);
			if (result instanceof Promise) {
				if (ctx.async === false) throw new $ZodAsyncError();
				return result.then((result) => runChecks(result, checks, ctx));
			}
			return runChecks(result, checks, ctx);
		};
	}
}, {
	get "~standard"() {
		return hide(this, "~standard", standardProps(this));
	},
	set "~standard"(value) {
		own(this, "~standard", value);
	}
});
var toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) } : { value: r.value };
async function validateAsync(inst, value) {
	const ctx = { async: true };
	return toStandardResult(await inst._zod.run({
		value,
		issues: []
	}, ctx), ctx);
}
function standardProps(inst) {
	return {
		validate: (value) => {
			const ctx = { async: false };
			try {
				const r = inst._zod.run({
					value,
					issues: []
				}, ctx);
				if (!(r instanceof Promise)) return toStandardResult(r, ctx);
			} catch (_) {}
			return validateAsync(inst, value);
		},
		vendor: "zod",
		version: 1
	};
}
var $ZodString = $constructor("$ZodString", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = def.pattern ?? anyString;
	inst._zod.parse = (payload, _) => {
		if (def.coerce) try {
			payload.value = String(payload.value);
		} catch (_) {}
		if (typeof payload.value === "string") return payload;
		payload.issues.push({
			expected: "string",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
var $ZodStringFormat = $constructor("$ZodStringFormat", (inst, def) => {
	$ZodCheckStringFormat.init(inst, def);
	$ZodString.init(inst, def);
});
var $ZodISODateTime = $constructor("$ZodISODateTime", (inst, def) => {
	def.pattern ?? (def.pattern = datetime$1(def));
	$ZodStringFormat.init(inst, def);
});
var $ZodISODate = $constructor("$ZodISODate", (inst, def) => {
	def.pattern ?? (def.pattern = date$1);
	$ZodStringFormat.init(inst, def);
});
var $ZodNumber = $constructor("$ZodNumber", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = number$1;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Number(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) return payload;
		const received = typeof input === "number" ? Number.isNaN(input) ? "NaN" : !Number.isFinite(input) ? String(input) : void 0 : void 0;
		payload.issues.push({
			expected: "number",
			code: "invalid_type",
			input,
			inst,
			...received ? { received } : {}
		});
		return payload;
	};
});
var $ZodNumberFormat = $constructor("$ZodNumberFormat", (inst, def) => {
	$ZodCheckNumberFormat.init(inst, def);
	$ZodNumber.init(inst, def);
});
var $ZodBoolean = $constructor("$ZodBoolean", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = boolean$1;
	inst._zod.parse = (payload, _ctx) => {
		if (def.coerce) try {
			payload.value = Boolean(payload.value);
		} catch (_) {}
		const input = payload.value;
		if (typeof input === "boolean") return payload;
		payload.issues.push({
			expected: "boolean",
			code: "invalid_type",
			input,
			inst
		});
		return payload;
	};
});
var $ZodNull = $constructor("$ZodNull", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.pattern = _null$2;
	inst._zod.values = new Set([null]);
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (input === null) return payload;
		payload.issues.push({
			expected: "null",
			code: "invalid_type",
			input,
			inst
		});
		return payload;
	};
});
var $ZodUnknown = $constructor("$ZodUnknown", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload) => payload;
});
var $ZodNever = $constructor("$ZodNever", (inst, def) => {
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _ctx) => {
		payload.issues.push({
			expected: "never",
			code: "invalid_type",
			input: payload.value,
			inst
		});
		return payload;
	};
});
function capSize(inst, size) {
	const caps = sizeCaps(inst._zod.def.checks);
	if (!caps.length) return;
	const cap = Math.min(...caps.map((c) => c[0]));
	const parse = inst._zod.parse;
	inst._zod.parse = (payload, ctx) => {
		const n = size(payload.value);
		if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
			for (const [max, ch] of sizeCaps(inst._zod.def.checks)) if (n > max && ch._zod.def.when(payload)) {
				const start = payload.issues.length;
				ch._zod.check(payload);
				payload.issues[start].continue = false;
				attachSchema(payload.issues, start, inst);
				return payload;
			}
		}
		return parse(payload, ctx);
	};
}
var arraySize = (input) => Array.isArray(input) ? input.length : -1;
function handleArrayResult(result, final, index) {
	if (result.issues.length) final.issues.push(...prefixIssues(index, result.issues));
	final.value[index] = result.value;
}
var $ZodArray = $constructor("$ZodArray", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!Array.isArray(input)) {
			payload.issues.push({
				expected: "array",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
		const proms = [];
		const abortEarly = ctx?.abortEarly;
		for (let i = 0; i < input.length; i++) {
			const item = input[i];
			const result = def.element._zod.run({
				value: item,
				issues: []
			}, ctx);
			if (result instanceof Promise) proms.push(result.then((result) => handleArrayResult(result, payload, i)));
			else {
				handleArrayResult(result, payload, i);
				if (abortEarly && result.issues.length !== 0 && aborted(result)) break;
			}
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
	capSize(inst, arraySize);
});
function handlePropertyResult(result, final, key, input, optin, optout) {
	const isPresent = key in input;
	const isOptionalOut = optout === "optional";
	if (!isPresent && isOptionalOut && optin === "optional") return;
	if (result.issues.length) {
		if (optin !== void 0 && isOptionalOut && !isPresent) return;
		final.issues.push(...prefixIssues(key, result.issues));
	}
	if (!isPresent && optin === void 0) {
		if (!result.issues.length) final.issues.push({
			code: "invalid_type",
			expected: "nonoptional",
			input: void 0,
			path: [key]
		});
		return;
	}
	if (result.value === void 0) {
		if (isPresent || optin === "defaulted" && !isOptionalOut) final.value[key] = void 0;
	} else final.value[key] = result.value;
}
var NO_SYMBOL_KEYS = [];
function normalizeDef(def) {
	const keys = Object.keys(def.shape);
	const ownSymbols = Object.getOwnPropertySymbols(def.shape);
	const symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS;
	const allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
	for (const k of allKeys) if (!def.shape?.[k]?._zod?.traits?.has("$ZodType")) throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
	const okeys = optionalKeys(def.shape);
	return {
		...def,
		allKeys,
		symbolKeys,
		keySet: new Set(keys),
		numKeys: keys.length,
		optionalKeys: new Set(okeys)
	};
}
function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
	const unrecognized = [];
	const keySet = def.keySet;
	const _catchall = def.catchall._zod;
	const t = _catchall.def.type;
	const optin = _catchall.optin;
	const optout = _catchall.optout;
	let seen = 0;
	for (const key in input) {
		if (abortEarly && payload.issues.length !== seen) {
			if (aborted(payload, seen)) break;
			seen = payload.issues.length;
		}
		if (keySet.has(key)) continue;
		if (key === "__proto__") {
			if (t === "never") unrecognized.push(key);
			continue;
		}
		if (t === "never") {
			unrecognized.push(key);
			continue;
		}
		const r = _catchall.run({
			value: input[key],
			issues: []
		}, ctx);
		if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
		else handlePropertyResult(r, payload, key, input, optin, optout);
	}
	if (unrecognized.length) payload.issues.push({
		code: "unrecognized_keys",
		keys: unrecognized,
		input,
		inst,
		continue: true
	});
	if (!proms.length) return payload;
	return Promise.all(proms).then(() => {
		return payload;
	});
}
var $ZodObject = $constructor("$ZodObject", (inst, def) => {
	$ZodType.init(inst, def);
	const desc = Object.getOwnPropertyDescriptor(def, "shape");
	const sh = desc?.get ? desc.get.raw : def.shape ?? {};
	if (sh) {
		const get = () => {
			const newSh = { ...sh };
			Object.defineProperty(def, "shape", { value: newSh });
			get.raw = newSh;
			return newSh;
		};
		get.raw = sh;
		Object.defineProperty(def, "shape", { get });
	}
	const _normalized = cached(() => normalizeDef(def));
	defineLazyInternal(inst, "propValues", (zod) => {
		const shape = zod.def.shape;
		const propValues = {};
		for (const key in shape) {
			const field = shape[key]._zod;
			if (field.values) {
				if (!Object.prototype.hasOwnProperty.call(propValues, key)) assignProp(propValues, key, new Set());
				for (const v of field.values) propValues[key].add(v);
				if (field.optin !== void 0) propValues[key].add(void 0);
			}
		}
		return propValues;
	});
	const isObject$1 = isObject;
	const catchall = def.catchall;
	let value;
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		value ?? (value = _normalized.value);
		const input = payload.value;
		if (!isObject$1(input)) {
			payload.issues.push({
				expected: "object",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
		const proms = [];
		const shape = value.shape;
		const abortEarly = ctx?.abortEarly;
		let seen = payload.issues.length;
		for (const key of value.allKeys) {
			if (abortEarly && payload.issues.length !== seen) {
				if (aborted(payload, seen)) break;
				seen = payload.issues.length;
			}
			if (key === "__proto__") continue;
			const el = shape[key];
			const optin = el._zod.optin;
			const optout = el._zod.optout;
			const r = el._zod.run({
				value: input[key],
				issues: []
			}, ctx);
			if (r instanceof Promise) proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
			else handlePropertyResult(r, payload, key, input, optin, optout);
		}
		if (!catchall) return proms.length ? Promise.all(proms).then(() => payload) : payload;
		return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === true);
	};
});
function handleUnionResults(results, final, inst, ctx) {
	for (const result of results) if (result.issues.length === 0) {
		final.value = result.value;
		return final;
	}
	const nonaborted = results.filter((r) => !aborted(r));
	if (nonaborted.length === 1) {
		final.value = nonaborted[0].value;
		return nonaborted[0];
	}
	final.issues.push({
		code: "invalid_union",
		input: final.value,
		inst,
		errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config())))
	});
	return final;
}
var $ZodUnion = $constructor("$ZodUnion", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted") ? "defaulted" : zod.def.options.some((o) => o._zod.optin !== void 0) ? "optional" : void 0);
	defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : void 0);
	defineLazyInternal(inst, "values", (zod) => {
		if (zod.def.options.every((o) => o._zod.values)) return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		if (zod.def.options.every((o) => o._zod.pattern)) {
			const patterns = zod.def.options.map((o) => o._zod.pattern);
			return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
		}
	});
	const first = def.options.length === 1 ? def.options[0]._zod.run : null;
	inst._zod.parse = (payload, ctx) => {
		if (first) return first(payload, ctx);
		let async = false;
		const results = [];
		for (const option of def.options) {
			const result = option._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) {
				results.push(result);
				async = true;
			} else {
				if (result.issues.length === 0) return result;
				results.push(result);
			}
		}
		if (!async) return handleUnionResults(results, payload, inst, ctx);
		return Promise.all(results).then((results) => {
			return handleUnionResults(results, payload, inst, ctx);
		});
	};
});
function discriminatorMap(def) {
	const map = new Map();
	for (const option of def.options) {
		const values = option._zod.propValues?.[def.discriminator];
		if (!values || values.size === 0) throw new Error(`Invalid discriminated union option at index "${def.options.indexOf(option)}"`);
		for (const value of values) if (map.has(value)) {
			if (value !== void 0) throw new Error(`Duplicate discriminator value "${String(value)}"`);
			map.set(value, null);
		} else map.set(value, option);
	}
	return map;
}
var $ZodDiscriminatedUnion = $constructor("$ZodDiscriminatedUnion", (inst, def) => {
	def.inclusive = false;
	$ZodUnion.init(inst, def);
	const _super = inst._zod.parse;
	defineLazyInternal(inst, "propValues", (zod) => {
		const propValues = {};
		let undefinedCount = 0;
		for (const option of zod.def.options) {
			const pv = option._zod.propValues;
			if (!pv || Object.keys(pv).length === 0) throw new Error(`Invalid discriminated union option at index "${zod.def.options.indexOf(option)}"`);
			if (pv[zod.def.discriminator]?.has(void 0)) undefinedCount++;
			for (const [k, v] of Object.entries(pv)) {
				if (!Object.prototype.hasOwnProperty.call(propValues, k)) assignProp(propValues, k, new Set());
				for (const val of v) propValues[k].add(val);
			}
		}
		if (!zod.def.unionFallback && undefinedCount > 1) propValues[zod.def.discriminator]?.delete(void 0);
		return propValues;
	});
	def.options.forEach((option, i) => {
		const propShape = rawShape(option._zod.def);
		if (propShape && !Object.prototype.hasOwnProperty.call(propShape, def.discriminator)) throw new Error(`Invalid discriminated union option at index "${i}"`);
	});
	const disc = cached(() => discriminatorMap(def));
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!isObject(input)) {
			payload.issues.push({
				code: "invalid_type",
				expected: "object",
				input,
				inst
			});
			return payload;
		}
		const value = input?.[def.discriminator];
		const opt = disc.value.get(value);
		if (opt && (value !== void 0 || ctx.direction !== "backward")) return opt._zod.run(payload, ctx);
		if (def.unionFallback || ctx.direction === "backward") return _super(payload, ctx);
		payload.issues.push({
			code: "invalid_union",
			errors: [],
			note: "No matching discriminator",
			discriminator: def.discriminator,
			options: Array.from(disc.value.keys()).filter((value) => disc.value.get(value) !== null),
			input,
			path: [def.discriminator],
			inst
		});
		return payload;
	};
});
var $ZodRecord = $constructor("$ZodRecord", (inst, def) => {
	$ZodType.init(inst, def);
	const memo = globalConfig.memoizer;
	memo?.attach(inst);
	inst._zod.parse = (payload, ctx) => {
		const input = payload.value;
		if (!isPlainObject(input)) {
			payload.issues.push({
				expected: "record",
				code: "invalid_type",
				input,
				inst
			});
			return payload;
		}
		const proms = [];
		const values = def.keyType._zod.values;
		if (values && !def.partial) {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			const recordKeys = new Set();
			for (const key of values) if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
				recordKeys.add(typeof key === "number" ? key.toString() : key);
				if (key === "__proto__") continue;
				const keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (keyResult.issues.length) {
					payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			let unrecognized;
			for (const key in input) if (!recordKeys.has(key)) {
				if (def.mode === "loose") {
					if (key === "__proto__") continue;
					payload.value[key] = input[key];
				} else {
					unrecognized = unrecognized ?? [];
					unrecognized.push(key);
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		} else {
			payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
			let unrecognized;
			for (const key of Reflect.ownKeys(input)) {
				if (key === "__proto__") continue;
				if (!Object.prototype.propertyIsEnumerable.call(input, key)) continue;
				let keyResult = def.keyType._zod.run({
					value: key,
					issues: []
				}, ctx);
				if (keyResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
				if (typeof key === "string" && number$1.test(key) && keyResult.issues.length) {
					const retryResult = def.keyType._zod.run({
						value: Number(key),
						issues: []
					}, ctx);
					if (retryResult instanceof Promise) throw new Error("Async schemas not supported in object keys currently");
					if (retryResult.issues.length === 0) keyResult = retryResult;
				}
				if (keyResult.issues.length) {
					if (def.mode === "loose") payload.value[key] = input[key];
					else if (values) {
						unrecognized = unrecognized ?? [];
						unrecognized.push(key);
					} else payload.issues.push({
						code: "invalid_key",
						origin: "record",
						issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
						input: key,
						path: [key],
						inst
					});
					continue;
				}
				const outKey = keyResult.value;
				if (outKey === "__proto__") continue;
				const result = def.valueType._zod.run({
					value: input[key],
					issues: []
				}, ctx);
				if (result instanceof Promise) proms.push(result.then((result) => {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}));
				else {
					if (result.issues.length) payload.issues.push(...prefixIssues(key, result.issues));
					payload.value[outKey] = result.value;
				}
			}
			if (unrecognized && unrecognized.length > 0) payload.issues.push({
				code: "unrecognized_keys",
				input,
				inst,
				keys: unrecognized,
				continue: true
			});
		}
		if (proms.length) return Promise.all(proms).then(() => payload);
		return payload;
	};
});
var $ZodEnum = $constructor("$ZodEnum", (inst, def) => {
	$ZodType.init(inst, def);
	const values = getEnumValues(def.entries);
	const valuesSet = new Set(values);
	inst._zod.values = valuesSet;
	defineLazyInternal(inst, "pattern", (zod) => {
		const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
		return new RegExp(patternValues.length ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (valuesSet.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values,
			input,
			inst
		});
		return payload;
	};
});
var $ZodLiteral = $constructor("$ZodLiteral", (inst, def) => {
	$ZodType.init(inst, def);
	const values = new Set(def.values);
	inst._zod.values = values;
	defineLazyInternal(inst, "pattern", (zod) => {
		const vals = zod.def.values;
		return new RegExp(vals.length ? `^(${vals.map((o) => typeof o === "string" ? escapeRegex(o) : o ? escapeRegex(o.toString()) : String(o)).join("|")})$` : "^[^\\s\\S]$");
	});
	inst._zod.parse = (payload, _ctx) => {
		const input = payload.value;
		if (values.has(input)) return payload;
		payload.issues.push({
			code: "invalid_value",
			values: def.values,
			input,
			inst
		});
		return payload;
	};
});
function handleOptionalResult(payload, result) {
	payload.value = result.issues.length ? void 0 : result.value;
	return payload;
}
var $ZodOptional = $constructor("$ZodOptional", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
	inst._zod.optout = "optional";
	defineLazyInternal(inst, "values", (zod) => {
		const values = zod.def.innerType._zod.values;
		return values ? new Set([...values, void 0]) : void 0;
	});
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === void 0) {
			if (def.innerType._zod.optin !== "defaulted") return payload;
			const result = def.innerType._zod.run({
				value: payload.value,
				issues: []
			}, ctx);
			if (result instanceof Promise) return result.then((result) => handleOptionalResult(payload, result));
			return handleOptionalResult(payload, result);
		}
		return def.innerType._zod.run(payload, ctx);
	};
});
var $ZodNullable = $constructor("$ZodNullable", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
	defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
	defineLazyInternal(inst, "pattern", (zod) => {
		const pattern = zod.def.innerType._zod.pattern;
		return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : void 0;
	});
	defineLazyInternal(inst, "values", (zod) => {
		return zod.def.innerType._zod.values ? new Set([...zod.def.innerType._zod.values, null]) : void 0;
	});
	inst._zod.parse = (payload, ctx) => {
		if (payload.value === null) return payload;
		return def.innerType._zod.run(payload, ctx);
	};
});
var $ZodLazy = $constructor("$ZodLazy", (inst, def) => {
	$ZodType.init(inst, def);
	defineLazy(inst._zod, "innerType", () => {
		const d = def;
		if (!d._cachedInner) d._cachedInner = def.getter();
		return d._cachedInner;
	});
	defineLazyInternal(inst, "pattern", (zod) => zod.innerType?._zod?.pattern);
	defineLazyInternal(inst, "propValues", (zod) => zod.innerType?._zod?.propValues);
	defineLazyInternal(inst, "optin", (zod) => zod.innerType?._zod?.optin ?? void 0);
	defineLazyInternal(inst, "optout", (zod) => zod.innerType?._zod?.optout ?? void 0);
	inst._zod.parse = (payload, ctx) => {
		return inst._zod.innerType._zod.run(payload, ctx);
	};
});
var $ZodCustom = $constructor("$ZodCustom", (inst, def) => {
	$ZodCheck.init(inst, def);
	$ZodType.init(inst, def);
	inst._zod.parse = (payload, _) => {
		return payload;
	};
	inst._zod.check = (payload) => {
		const input = payload.value;
		const r = def.fn(input);
		if (r instanceof Promise) return r.then((r) => handleRefineResult(r, payload, input, inst));
		handleRefineResult(r, payload, input, inst);
	};
});
function handleRefineResult(result, payload, input, inst) {
	if (!result) {
		const _iss = {
			code: "custom",
			input,
			inst,
			path: [...inst._zod.def.path ?? []],
			continue: !inst._zod.def.abort
		};
		if (inst._zod.def.params) _iss.params = inst._zod.def.params;
		payload.issues.push(issue(_iss));
	}
}
// node_modules/zod/v4/core/api.js
function snapshotChecks(def) {
	if (def.checks) def.checks = [...def.checks];
	return def;
}
function _string(Class, params) {
	return new Class(snapshotChecks({
		type: "string",
		...normalizeParams(params)
	}));
}
function _isoDateTime(Class, params) {
	return new Class({
		type: "string",
		format: "datetime",
		check: "string_format",
		offset: false,
		local: false,
		precision: null,
		...normalizeParams(params)
	});
}
function _isoDate(Class, params) {
	return new Class({
		type: "string",
		format: "date",
		check: "string_format",
		...normalizeParams(params)
	});
}
function _number(Class, params) {
	return new Class(snapshotChecks({
		type: "number",
		checks: [],
		...normalizeParams(params)
	}));
}
function _int(Class, params) {
	return new Class({
		type: "number",
		check: "number_format",
		abort: false,
		format: "safeint",
		...normalizeParams(params)
	});
}
function _boolean(Class, params) {
	return new Class({
		type: "boolean",
		...normalizeParams(params)
	});
}
function _null$1(Class, params) {
	return new Class({
		type: "null",
		...normalizeParams(params)
	});
}
function _unknown(Class) {
	return new Class({ type: "unknown" });
}
function _never(Class, params) {
	return new Class({
		type: "never",
		...normalizeParams(params)
	});
}
function _lte(value, params) {
	return new $ZodCheckLessThan({
		check: "less_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
function _gt(value, params) {
	return new $ZodCheckGreaterThan({
		check: "greater_than",
		...normalizeParams(params),
		value,
		inclusive: false
	});
}
function _gte(value, params) {
	return new $ZodCheckGreaterThan({
		check: "greater_than",
		...normalizeParams(params),
		value,
		inclusive: true
	});
}
function _positive(params) {
	return _gt(0, params);
}
function _nonnegative(params) {
	return _gte(0, params);
}
function _maxLength(maximum, params) {
	return new $ZodCheckMaxLength({
		check: "max_length",
		...normalizeParams(params),
		maximum
	});
}
function _minLength(minimum, params) {
	return new $ZodCheckMinLength({
		check: "min_length",
		...normalizeParams(params),
		minimum
	});
}
function _regex(pattern, params) {
	return new $ZodCheckRegex({
		check: "string_format",
		format: "regex",
		...normalizeParams(params),
		pattern
	});
}
function _refine(Class, fn, _params) {
	return new Class({
		type: "custom",
		check: "custom",
		fn,
		...normalizeParams(_params)
	});
}
// node_modules/zod/v4/mini/schemas.js
var ZodMiniType = $constructor("ZodMiniType", (inst, def) => {
	if (!inst._zod) throw new Error("Uninitialized schema in ZodMiniType.");
	$ZodType.init(inst, def);
	inst.def = def;
	inst.type = def.type;
}, {
	get with() {
		return this.check;
	},
	set with(value) {
		own(this, "with", value);
	},
	parse(data, params) {
		return parse(this, data, params, { callee: this.parse });
	},
	parseAsync(data, params) {
		return parseAsync(this, data, params, { callee: this.parseAsync });
	},
	safeParse(data, params) {
		return safeParse(this, data, params);
	},
	safeParseAsync(data, params) {
		return safeParseAsync(this, data, params);
	},
	check(...checks) {
		const def = this.def;
		return this.clone({
			...def,
			checks: [...def.checks ?? [], ...checks.map((ch) => typeof ch === "function" ? { _zod: {
				check: ch,
				def: { check: "custom" },
				onattach: []
			} } : ch)]
		}, { parent: true });
	},
	clone(_def, params) {
		return clone(this, _def, params);
	},
	brand() {
		return this;
	},
	register(reg, meta) {
		reg.add(this, meta);
		return this;
	},
	apply(fn, ...args) {
		return args.length === 0 ? fn(this) : fn(this, ...args);
	}
});
var ZodMiniString = $constructor("ZodMiniString", (inst, def) => {
	$ZodString.init(inst, def);
	ZodMiniType.init(inst, def);
});
function string(params) {
	return _string(ZodMiniString, params);
}
var ZodMiniStringFormat = $constructor("ZodMiniStringFormat", (inst, def) => {
	$ZodStringFormat.init(inst, def);
	ZodMiniString.init(inst, def);
});
var ZodMiniNumber = $constructor("ZodMiniNumber", (inst, def) => {
	$ZodNumber.init(inst, def);
	ZodMiniType.init(inst, def);
});
function number(params) {
	return _number(ZodMiniNumber, params);
}
var ZodMiniNumberFormat = $constructor("ZodMiniNumberFormat", (inst, def) => {
	$ZodNumberFormat.init(inst, def);
	ZodMiniNumber.init(inst, def);
});
function int(params) {
	return _int(ZodMiniNumberFormat, params);
}
var ZodMiniBoolean = $constructor("ZodMiniBoolean", (inst, def) => {
	$ZodBoolean.init(inst, def);
	ZodMiniType.init(inst, def);
});
function boolean(params) {
	return _boolean(ZodMiniBoolean, params);
}
var ZodMiniNull = $constructor("ZodMiniNull", (inst, def) => {
	$ZodNull.init(inst, def);
	ZodMiniType.init(inst, def);
});
function _null(params) {
	return _null$1(ZodMiniNull, params);
}
var ZodMiniUnknown = $constructor("ZodMiniUnknown", (inst, def) => {
	$ZodUnknown.init(inst, def);
	ZodMiniType.init(inst, def);
});
function unknown() {
	return _unknown(ZodMiniUnknown);
}
var ZodMiniNever = $constructor("ZodMiniNever", (inst, def) => {
	$ZodNever.init(inst, def);
	ZodMiniType.init(inst, def);
});
function never(params) {
	return _never(ZodMiniNever, params);
}
var ZodMiniArray = $constructor("ZodMiniArray", (inst, def) => {
	$ZodArray.init(inst, def);
	ZodMiniType.init(inst, def);
});
function array(element, params) {
	return new ZodMiniArray({
		type: "array",
		element,
		...normalizeParams(params)
	});
}
function keyof(schema) {
	const shape = schema._zod.def.shape;
	return _enum(Object.keys(shape));
}
var ZodMiniObject = $constructor("ZodMiniObject", (inst, def) => {
	$ZodObject.init(inst, def);
	ZodMiniType.init(inst, def);
	installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
});
function object(shape, params) {
	return new ZodMiniObject({
		type: "object",
		shape: shape ?? {},
		...normalizeParams(params)
	});
}
function strictObject(shape, params) {
	return new ZodMiniObject({
		type: "object",
		shape,
		catchall: never(),
		...normalizeParams(params)
	});
}
function extend(schema, shape) {
	return extend$1(schema, shape);
}
function omit(schema, mask) {
	return omit$1(schema, mask);
}
var ZodMiniUnion = $constructor("ZodMiniUnion", (inst, def) => {
	$ZodUnion.init(inst, def);
	ZodMiniType.init(inst, def);
});
function union(options, params) {
	return new ZodMiniUnion({
		type: "union",
		options,
		...normalizeParams(params)
	});
}
var ZodMiniDiscriminatedUnion = $constructor("ZodMiniDiscriminatedUnion", (inst, def) => {
	$ZodDiscriminatedUnion.init(inst, def);
	ZodMiniType.init(inst, def);
});
function discriminatedUnion(discriminator, options, params) {
	return new ZodMiniDiscriminatedUnion({
		type: "union",
		options,
		discriminator,
		...normalizeParams(params)
	});
}
var ZodMiniRecord = $constructor("ZodMiniRecord", (inst, def) => {
	$ZodRecord.init(inst, def);
	ZodMiniType.init(inst, def);
});
function record(keyType, valueType, params) {
	if (!valueType || !valueType._zod) return new ZodMiniRecord({
		type: "record",
		keyType: string(),
		valueType: keyType,
		...normalizeParams(valueType)
	});
	return new ZodMiniRecord({
		type: "record",
		keyType,
		valueType,
		...normalizeParams(params)
	});
}
function partialRecord(keyType, valueType, params) {
	return new ZodMiniRecord({
		type: "record",
		keyType,
		valueType,
		...normalizeParams(params),
		partial: true
	});
}
var ZodMiniEnum = $constructor("ZodMiniEnum", (inst, def) => {
	$ZodEnum.init(inst, def);
	ZodMiniType.init(inst, def);
	inst.options = [...inst._zod.values];
});
function _enum(values, params) {
	return new ZodMiniEnum({
		type: "enum",
		entries: Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values,
		...normalizeParams(params)
	});
}
var ZodMiniLiteral = $constructor("ZodMiniLiteral", (inst, def) => {
	$ZodLiteral.init(inst, def);
	ZodMiniType.init(inst, def);
});
function literal(value, params) {
	return new ZodMiniLiteral({
		type: "literal",
		values: Array.isArray(value) ? value : [value],
		...normalizeParams(params)
	});
}
var ZodMiniOptional = $constructor("ZodMiniOptional", (inst, def) => {
	$ZodOptional.init(inst, def);
	ZodMiniType.init(inst, def);
});
function optional(innerType) {
	return new ZodMiniOptional({
		type: "optional",
		innerType
	});
}
var ZodMiniNullable = $constructor("ZodMiniNullable", (inst, def) => {
	$ZodNullable.init(inst, def);
	ZodMiniType.init(inst, def);
});
function nullable(innerType) {
	return new ZodMiniNullable({
		type: "nullable",
		innerType
	});
}
var ZodMiniLazy = $constructor("ZodMiniLazy", (inst, def) => {
	$ZodLazy.init(inst, def);
	ZodMiniType.init(inst, def);
});
function _lazy(getter) {
	return new ZodMiniLazy({
		type: "lazy",
		getter
	});
}
var ZodMiniCustom = $constructor("ZodMiniCustom", (inst, def) => {
	$ZodCustom.init(inst, def);
	ZodMiniType.init(inst, def);
});
function refine(fn, _params = {}) {
	return _refine(ZodMiniCustom, fn, _params);
}
function json() {
	const jsonSchema = _lazy(() => {
		return union([
			string(),
			number(),
			boolean(),
			_null(),
			array(jsonSchema),
			record(string(), jsonSchema)
		]);
	});
	return jsonSchema;
}
// node_modules/zod/v4/mini/iso.js
var ZodMiniISODateTime = $constructor("ZodMiniISODateTime", (inst, def) => {
	$ZodISODateTime.init(inst, def);
	ZodMiniStringFormat.init(inst, def);
});
function datetime(params) {
	return _isoDateTime(ZodMiniISODateTime, params);
}
var ZodMiniISODate = $constructor("ZodMiniISODate", (inst, def) => {
	$ZodISODate.init(inst, def);
	ZodMiniStringFormat.init(inst, def);
});
function date(params) {
	return _isoDate(ZodMiniISODate, params);
}
var FORMS = {
	text: (value) => typeof value === "string",
	number: (value) => typeof value === "number" && Number.isFinite(value),
	texts: (value) => Array.isArray(value) && value.every(FORMS.text),
	numbers: (value) => Array.isArray(value) && value.every(FORMS.number)
};
// server/domain/lot/stages.ts
var STAGES = [
	"harvested",
	"fermented",
	"drying",
	"processed",
	"shipped",
	"delivered"
];
function stagePosition(stage) {
	return STAGES.indexOf(stage);
}
function mayMove(from, to) {
	return stagePosition(to) > stagePosition(from);
}
// server/domain/lot/shippingGuard.ts
var SHIPPING_WARNINGS = [
	"deforestation_detected",
	"not_deforestation_free",
	"open_alert",
	"high_moisture"
];
function isShippingStage(stage) {
	return stagePosition(stage) >= stagePosition("shipped");
}
// server/domain/lot/cacao.ts
var VARIETIES = [
	"Trinitario",
	"Forastero",
	"Criollo",
	"Nacional",
	"CCN-51",
	"TSH-565",
	"ICS-1",
	"Other"
];
// server/domain/forest/deforestation.ts
var DEFORESTATION_STATUSES = [
	"No Deforestation",
	"Deforestation Detected",
	"Pending Review",
	"Under Investigation"
];
// server/domain/access/permissions.ts
var ROLES = [
	"farmer",
	"processor",
	"auditor",
	"admin"
];
// server/domain/mass/massBalance.ts
var TRANSFORMATION_LIMITS = {
	inputs: 1e3,
	outputs: 100,
	derivedKg: 1e6,
	toleranceHundredths: 500
};
var TRANSFORMATION_STEPS = [
	"fermentation",
	"drying",
	"cleaning",
	"grading",
	"blending",
	"packing"
];
var LOSS_REASONS = [
	"fermentation",
	"drying",
	"cleaning",
	"sampling",
	"spoilage",
	"other"
];
var WHOLE = 1e4;
function dryMass({ grams, moistureHundredths }) {
	return BigInt(grams) * BigInt(WHOLE - moistureHundredths);
}
function dryMassGain(inputs, outputs, toleranceHundredths) {
	const before = totalDryMass(inputs);
	const after = totalDryMass(outputs);
	if (after * BigInt(WHOLE) <= before * BigInt(WHOLE + toleranceHundredths)) return null;
	return {
		inputDryGrams: roundedGrams(before),
		outputDryGrams: roundedGrams(after)
	};
}
function totalDryMass(parts) {
	return parts.reduce((total, part) => total + dryMass(part), 0n);
}
function roundedGrams(tenThousandths) {
	return Number((tenThousandths + BigInt(WHOLE / 2)) / BigInt(WHOLE));
}
function massDifference(inputs, outputs, lossGrams) {
	return sumOf(inputs) - sumOf(outputs) - lossGrams;
}
function sumOf(grams) {
	return grams.reduce((total, one) => total + one, 0);
}
// server/domain/ledger/content.ts
var FIRST_EVENT_TYPES = [
	"created",
	"stage",
	"edited",
	"satellite",
	"reviewed",
	"deleted",
	"erased"
];
var EVENT_TYPES = [
	...FIRST_EVENT_TYPES,
	"weighed",
	"inherited",
	"reverted"
];
var MOVEMENT_TYPES = [
	"used",
	"returned",
	"formed"
];
var day = string().check(_regex(/^\d{4}-\d{2}-\d{2}$/));
var clearFields = strictObject({
	lotId: optional(string().check(_maxLength(23))),
	variety: optional(_enum(VARIETIES)),
	harvestDate: optional(day),
	harvestUntil: optional(nullable(day)),
	stage: optional(_enum(STAGES)),
	weightGrams: optional(int().check(_positive())),
	...boundedFigures(),
	...boundedTexts(),
	certifications: optional(array(string().check(_maxLength(60))).check(_maxLength(20))),
	isAnonymized: optional(boolean()),
	deforestationStatus: optional(_enum(DEFORESTATION_STATUSES)),
	satelliteTimestamp: optional(nullable(datetime()))
});
var CLEAR_FIELDS = keyof(clearFields).options;
function boundedFigures() {
	const rules = {};
	for (const { figure, nullable: nullable$1, ledger } of LOT_FIELD_NAMES.map(factsOf)) {
		if (!figure?.bounds || ledger.kind !== "clear") continue;
		const { bounds, scale } = figure;
		const whole = int().check(_gte(scale.toWhole(bounds.min)), _lte(scale.toWhole(bounds.max)));
		rules[ledger.name] = optional(nullable$1 ? nullable(whole) : whole);
	}
	return rules;
}
function boundedTexts() {
	const rules = {};
	for (const { text, nullable: nullable$2, ledger } of LOT_FIELD_NAMES.map(factsOf)) {
		if (text === void 0 || ledger.kind !== "clear") continue;
		const bounded = string().check(_maxLength(text.most));
		rules[ledger.name] = optional(nullable$2 ? nullable(bounded) : bounded);
	}
	return rules;
}
var COMMITTED_FIELDS = [
	"farmerName",
	"farmId",
	"place",
	"place2",
	"place1",
	"geometry",
	"userName",
	"operatorName",
	"processDetails",
	"location",
	"notes",
	"stageTimes",
	"evidenceHash",
	"lossNote",
	"explanation"
];
var ALERT_FIELDS = [
	"alertFinding",
	"alertPlace",
	"alertAnswer",
	"alertNote"
];
var CONSIGNMENT_FIELDS = [
	"consignmentNumber",
	"buyer",
	"shippingPapers"
];
var committedField = _enum([
	...COMMITTED_FIELDS,
	...ALERT_FIELDS,
	...CONSIGNMENT_FIELDS
]);
var hex16$2 = string().check(_regex(/^[0-9a-f]{32}$/));
var hex32$3 = string().check(_regex(/^[0-9a-f]{64}$/));
var counted$2 = int().check(_positive());
var chained = {
	eventId: hex16$2,
	lotKey: hex16$2,
	seq: counted$2,
	prev: nullable(hex32$3),
	org: string().check(_minLength(1), _maxLength(64)),
	salt: hex32$3
};
var commitments = partialRecord(committedField, hex32$3);
var actedOn = {
	at: datetime(),
	actorRole: _enum([...ROLES, "system"])
};
function withoutAlerts(commit) {
	return [...ALERT_FIELDS, ...CONSIGNMENT_FIELDS].every((field) => commit[field] === void 0);
}
var erasedValues = strictObject({
	seq: counted$2,
	fields: array(committedField).check(_minLength(1), _maxLength(30))
});
var ownCommitments = commitments.check(refine(withoutAlerts, "Only an alert event commits to fields of an alert"));
var erasures = array(erasedValues).check(_maxLength(1e4));
var lotContent1 = strictObject({
	v: literal(1),
	...chained,
	...actedOn,
	type: _enum(FIRST_EVENT_TYPES),
	set: omit(clearFields, { harvestUntil: true }),
	commit: ownCommitments,
	erase: optional(erasures)
});
var loss = strictObject({
	grams: counted$2,
	reason: _enum(LOSS_REASONS)
});
var tolerance = int().check(_gte(0), _lte(TRANSFORMATION_LIMITS.toleranceHundredths));
var lotContent2 = strictObject({
	...lotContent1.shape,
	v: literal(2),
	type: _enum(EVENT_TYPES),
	set: clearFields,
	loss: optional(loss),
	tolerance: optional(tolerance),
	warnings: optional(array(_enum(SHIPPING_WARNINGS)).check(_minLength(1), _maxLength(SHIPPING_WARNINGS.length)))
});
var transfer = hex16$2;
var useContent = strictObject({
	v: literal(2),
	...chained,
	...actedOn,
	type: _enum(["used", "returned"]),
	transfer,
	consignment: nullable(hex16$2),
	grams: counted$2,
	set: strictObject({}),
	commit: ownCommitments
});
var movedPart = strictObject({
	key: hex16$2,
	seq: counted$2,
	hash: hex32$3,
	grams: counted$2
});
var formation = strictObject({
	step: _enum(TRANSFORMATION_STEPS),
	inputs: array(movedPart).check(_minLength(1), _maxLength(TRANSFORMATION_LIMITS.inputs)),
	outputs: array(strictObject({
		key: hex16$2,
		grams: counted$2
	})).check(_minLength(1), _maxLength(TRANSFORMATION_LIMITS.outputs)),
	loss: nullable(loss),
	tolerance
});
var formedContent = strictObject({
	v: literal(2),
	...chained,
	...actedOn,
	type: literal("formed"),
	transfer,
	formation,
	set: clearFields,
	commit: ownCommitments
});
var ALERT_STEPS = [
	"raised",
	"acknowledged",
	"resolved",
	"dismissed"
];
var alertContent1 = strictObject({
	v: literal(1),
	...chained,
	type: literal("alert"),
	alert: strictObject({
		key: hex16$2,
		step: _enum(ALERT_STEPS),
		day: date()
	}),
	set: strictObject({}),
	commit: commitments.check(refine(ofAlerts, "An alert event commits to its own fields and who acted"))
});
function ofAlerts(commit) {
	const own = [...ALERT_FIELDS, "userName"];
	return Object.keys(commit).every((field) => own.includes(field));
}
var alertContent2 = strictObject({
	...alertContent1.shape,
	v: literal(2)
});
var CONTENT_VERSIONS = new Map([[1, discriminatedUnion("type", [lotContent1, alertContent1])], [2, discriminatedUnion("type", [
	lotContent2,
	alertContent2,
	useContent,
	formedContent
])]]);
var CONSIGNMENT_STEPS = [
	"opened",
	"added",
	"removed",
	"changed",
	"closed",
	"shipped",
	"delivered"
];
var consignmentContent = strictObject({
	v: literal(2),
	...chained,
	...actedOn,
	type: literal("consignment"),
	step: _enum(CONSIGNMENT_STEPS),
	transfer: optional(transfer),
	lots: array(movedPart).check(_maxLength(TRANSFORMATION_LIMITS.inputs)),
	netGrams: optional(nullable(counted$2)),
	commit: commitments.check(refine(ofConsignments, "A consignment commits to its own fields and who acted"))
});
function ofConsignments(commit) {
	const own = [...CONSIGNMENT_FIELDS, "userName"];
	return Object.keys(commit).every((field) => own.includes(field));
}
var registerContent = strictObject({
	v: literal(1),
	...chained,
	type: literal("register"),
	at: datetime(),
	entry: discriminatedUnion("kind", [
		strictObject({
			kind: literal("reports"),
			files: array(hex32$3).check(_minLength(1), _maxLength(500))
		}),
		strictObject({
			kind: literal("documents"),
			files: array(hex32$3).check(_minLength(1), _maxLength(500))
		}),
		strictObject({
			kind: literal("audit"),
			portion: counted$2,
			hash: hex32$3
		}),
		strictObject({
			kind: literal("before sealing"),
			blocks: counted$2,
			rootHash: hex32$3
		}),
		strictObject({
			kind: literal("integrity run"),
			startedAt: datetime(),
			ledgerId: hex32$3,
			blocks: counted$2,
			rootHash: hex32$3,
			shares: array(int().check(_nonnegative())).check(_maxLength(100)),
			of: counted$2,
			lots: int().check(_nonnegative()),
			differing: int().check(_nonnegative()),
			faults: int().check(_nonnegative())
		})
	])
});
function readContent(text) {
	if (text === null) return null;
	const known = lately.get(text) ?? before.get(text);
	if (known !== void 0) return known;
	const content = parsedContent(text);
	if (content === null) return null;
	if (remembered + text.length > MOST_REMEMBERED) {
		before = lately;
		lately = new Map();
		remembered = 0;
	}
	lately.set(text, Object.freeze(content));
	remembered += text.length;
	return content;
}
var MOST_REMEMBERED = 2e6;
var lately = new Map();
var before = new Map();
var remembered = 0;
function parsedContent(text) {
	const raw = parsedJson(text);
	return CONTENT_VERSIONS.get(versionOf(raw) ?? 0)?.safeParse(raw).data ?? null;
}
function unknownContentVersion(text) {
	const version = versionOf(parsedJson(text));
	return version === null || CONTENT_VERSIONS.has(version) ? null : version;
}
function versionOf(raw) {
	return versioned.safeParse(raw).data?.v ?? null;
}
var versioned = object({ v: int().check(_positive()) });
function parsedJson(text) {
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}
function readConsignmentContent(text) {
	return text === null ? null : consignmentContent.safeParse(parsedJson(text)).data ?? null;
}
function momentOf(content) {
	return content.type === "alert" ? `${content.alert.day}T00:00:00.000Z` : content.at;
}
[
	...EVENT_TYPES,
	...MOVEMENT_TYPES,
	...ALERT_STEPS.map((step) => `alert ${step}`)
];
function erasedBy(content) {
	return "erase" in content ? content.erase ?? [] : [];
}
// server/domain/ledger/apiFields.ts
var API_FIELD = Object.fromEntries([
	...CLEAR_FIELDS,
	...COMMITTED_FIELDS,
	...ALERT_FIELDS
].map((name) => [name, BY_CLEAR_NAME.get(name) ?? name]));
function apiText(field, value) {
	if (value === null || value === void 0) return null;
	if (typeof value === "number") return String(inApiUnits(field, value));
	if (Array.isArray(value)) {
		if (field === "place" || field === "place2" || field === "place1") return value.map((micro) => degreesFromMicro(Number(micro))).join(", ");
		return value.map((part) => String(part ?? "—")).join(", ");
	}
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}
function inApiUnits(field, value) {
	const known = BY_CLEAR_NAME.get(field);
	const figure = known === void 0 ? void 0 : factsOf(known).figure;
	return figure === void 0 ? value : figure.scale.fromWhole(value);
}
// node_modules/canonicalize/lib/canonicalize.js
function serializeString(value) {
	if (!value.isWellFormed()) throw new Error("Lone surrogate is not allowed");
	return JSON.stringify(value);
}
function serializePrimitive(value) {
	switch (typeof value) {
		case "number":
			if (isNaN(value)) throw new Error("NaN is not allowed");
			if (!isFinite(value)) throw new Error("Infinity is not allowed");
			return JSON.stringify(value);
		case "string": return serializeString(value);
		case "boolean": return value ? "true" : "false";
		default: return JSON.stringify(value);
	}
}
function enterValue(value, seen) {
	let wrappers = null;
	while (value !== null && typeof value === "object" && typeof value.toJSON === "function") {
		if (seen.has(value)) throw new Error("Circular reference detected");
		seen.add(value);
		(wrappers ??= []).push(value);
		value = value.toJSON();
	}
	if (value instanceof Number || value instanceof String || value instanceof Boolean) value = value.valueOf();
	if (value === null || typeof value !== "object") {
		if (wrappers !== null) for (const wrapper of wrappers) seen.delete(wrapper);
		return serializePrimitive(value);
	}
	if (seen.has(value)) throw new Error("Circular reference detected");
	seen.add(value);
	return {
		container: value,
		keys: Array.isArray(value) ? null : Object.keys(value).sort(),
		index: 0,
		first: true,
		wrappers
	};
}
function canonicalize(object) {
	if (object === null || typeof object !== "object") return serializePrimitive(object);
	const seen = new Set();
	const root = enterValue(object, seen);
	if (typeof root !== "object") return root;
	let result = root.keys === null ? "[" : "{";
	const stack = [root];
	outer: while (stack.length > 0) {
		const frame = stack[stack.length - 1];
		const container = frame.container;
		if (frame.keys === null) {
			while (frame.index < container.length) {
				const i = frame.index++;
				if (i > 0) result += ",";
				const element = container[i];
				const value = element === void 0 || typeof element === "symbol" || typeof element === "function" ? null : element;
				if (value === null || typeof value !== "object") {
					result += serializePrimitive(value);
					continue;
				}
				const child = enterValue(value, seen);
				if (typeof child !== "object") {
					result += child === void 0 ? "null" : child;
					continue;
				}
				result += child.keys === null ? "[" : "{";
				stack.push(child);
				continue outer;
			}
			result += "]";
		} else {
			const keys = frame.keys;
			while (frame.index < keys.length) {
				const key = keys[frame.index++];
				const value = container[key];
				if (value === void 0 || typeof value === "symbol" || typeof value === "function") continue;
				if (value === null || typeof value !== "object") {
					if (frame.first) frame.first = false;
					else result += ",";
					result += serializeString(key) + ":" + serializePrimitive(value);
					continue;
				}
				const child = enterValue(value, seen);
				if (child === void 0) continue;
				if (frame.first) frame.first = false;
				else result += ",";
				result += serializeString(key) + ":";
				if (typeof child !== "object") {
					result += child;
					continue;
				}
				result += child.keys === null ? "[" : "{";
				stack.push(child);
				continue outer;
			}
			result += "}";
		}
		seen.delete(container);
		if (frame.wrappers !== null) for (const wrapper of frame.wrappers) seen.delete(wrapper);
		stack.pop();
	}
	return result;
}
// server/domain/proof/hashing.ts
var CONTENT_PREFIX = 0;
var COMMITMENT_PREFIX = 1;
function canonicalText(value) {
	const text = canonicalize(value);
	if (text === void 0) throw new TypeError("Not a JSON value");
	return text;
}
function utf8(text) {
	return new TextEncoder().encode(text);
}
function toHex(bytes) {
	let hex = "";
	for (const byte of bytes) hex += byte.toString(16).padStart(2, "0");
	return hex;
}
function fromHex(hex) {
	if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/i.test(hex)) throw new RangeError("Not hex");
	const bytes = new Uint8Array(hex.length / 2);
	for (let i = 0; i < bytes.length; i += 1) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16);
	return bytes;
}
function concat(...parts) {
	const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let offset = 0;
	for (const part of parts) {
		whole.set(part, offset);
		offset += part.length;
	}
	return whole;
}
async function sha256(bytes) {
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
async function contentTextHash(text, hash = sha256) {
	return toHex(await hash(concat(Uint8Array.of(CONTENT_PREFIX), utf8(text))));
}
async function commitment(field, value, salt, hash = sha256) {
	if (salt.length !== 32) throw new RangeError("A salt has 32 bytes");
	return toHex(await hash(concat(Uint8Array.of(COMMITMENT_PREFIX), salt, utf8(canonicalText([field, value])))));
}
// server/domain/proof/der.ts
var INTEGER$1 = 2;
var OCTET_STRING$1 = 4;
var SEQUENCE$1 = 48;
function element(tag, content) {
	if (content.length > 65535) throw new RangeError("Longer than any value that is encoded here");
	const length = content.length < 128 ? [content.length] : content.length < 256 ? [129, content.length] : [
		130,
		content.length >> 8,
		content.length & 255
	];
	return concat(Uint8Array.of(tag, ...length), content);
}
function positiveInteger(magnitude) {
	let from = 0;
	while (from < magnitude.length - 1 && magnitude[from] === 0) from += 1;
	const digits = magnitude.subarray(from);
	return element(INTEGER$1, (digits[0] ?? 0) >= 128 ? concat(Uint8Array.of(0), digits) : digits);
}
function derInteger(value) {
	if (!Number.isSafeInteger(value) || value < 0) throw new RangeError("Not a whole number from 0");
	const digits = [];
	for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
	return positiveInteger(Uint8Array.from(digits.length === 0 ? [0] : digits));
}
function derOctetString(bytes) {
	return element(OCTET_STRING$1, bytes);
}
function derSequence(...elements) {
	return element(SEQUENCE$1, concat(...elements));
}
function readElements(bytes) {
	const elements = [];
	for (let from = 0; from < bytes.length;) {
		const tag = bytes[from] ?? 0;
		const short = bytes[from + 1] ?? 255;
		const more = short < 128 ? 0 : short - 128;
		if ((tag & 31) === 31 || more > 2) throw new RangeError("Not an element of DER");
		const begin = from + 2 + more;
		const length = more === 0 ? short : bytes.subarray(from + 2, begin).reduce((sum, byte) => sum * 256 + byte, 0);
		const end = begin + length;
		if (end > bytes.length || more > 0 && length < (more === 1 ? 128 : 256)) throw new RangeError("Not an element of DER");
		elements.push({
			tag,
			content: bytes.subarray(begin, end),
			whole: bytes.subarray(from, end)
		});
		from = end;
	}
	return elements;
}
var ORDER = 115792089210356248762697446949407573529996955224135760342422259061068512044369n;
var HALF_ORDER = ORDER >> 1n;
function toBigInt(bytes) {
	let value = 0n;
	for (const byte of bytes) value = value << 8n | BigInt(byte);
	return value;
}
function signatureToDer(raw) {
	if (raw.length !== 64) throw new RangeError("A P-256 signature has 64 bytes");
	const s = toBigInt(raw.subarray(32));
	let lowS = raw.subarray(32);
	if (s > HALF_ORDER) {
		const flipped = new Uint8Array(32);
		let rest = ORDER - s;
		for (let i = 31; i >= 0; i -= 1) {
			flipped[i] = Number(rest & 255n);
			rest >>= 8n;
		}
		lowS = flipped;
	}
	return derSequence(positiveInteger(raw.subarray(0, 32)), positiveInteger(lowS));
}
function signatureFromDer(der) {
	const raw = new Uint8Array(64);
	let offset = 2;
	for (const end of [32, 64]) {
		const length = der[offset + 1];
		if (der[offset] !== INTEGER$1 || length === void 0 || length === 0 || length > 33) return null;
		const digits = der.subarray(offset + 2, offset + 2 + length);
		const magnitude = digits.length === 33 ? digits.subarray(1) : digits;
		raw.set(magnitude, end - magnitude.length);
		offset += 2 + length;
	}
	const again = signatureToDer(raw);
	return again.length === der.length && again.every((byte, i) => byte === der[i]) ? raw : null;
}
// server/domain/proof/signatures.ts
var organisationSignature = strictObject({
	mspId: string().check(_minLength(1), _maxLength(64), _regex(/^[ -~]*$/)),
	signature: string().check(_maxLength(144), _regex(/^([0-9a-f]{2})+$/))
});
function signedBytes(message, certificate) {
	return concat(message, certificate);
}
async function isSigned$1(message, signature, signer) {
	const raw = signatureFromDer(fromHex(signature));
	if (raw === null) return false;
	const signed = signedBytes(message, signer.certificate);
	return crypto.subtle.verify({
		name: "ECDSA",
		hash: "SHA-256"
	}, signer.key, raw, signed);
}
async function signatureFaults(message, signatures, signers) {
	const absent = [...signers.keys()].filter((mspId) => !signatures.some((signature) => signature.mspId === mspId));
	const checked = await Promise.all(signatures.map(async ({ mspId, signature }, i) => {
		const signer = signers.get(mspId);
		if (!signer) return {
			kind: "stranger",
			mspId
		};
		if (signatures.findIndex((other) => other.mspId === mspId) !== i) return {
			kind: "twice",
			mspId
		};
		return await isSigned$1(message, signature, signer) ? null : {
			kind: "invalid",
			mspId
		};
	}));
	return [...absent.map((mspId) => ({
		kind: "missing",
		mspId
	})), ...checked.filter((fault) => fault !== null)];
}
// server/domain/proof/block.ts
function headerBytes(header) {
	return derSequence(derInteger(header.number), derOctetString(fromHex(header.previousHash)), derOctetString(fromHex(header.dataHash)));
}
async function headerHash(header, hash = sha256) {
	return toHex(await hash(headerBytes(header)));
}
// server/domain/proof/certificate.ts
async function fingerprint(certificate) {
	return toHex(await sha256(certificate));
}
var [INTEGER, BIT_STRING, OCTET_STRING, OID, SEQUENCE, UTC_TIME, GENERALIZED_TIME] = [
	2,
	3,
	4,
	6,
	48,
	23,
	24
];
var [VERSION, EXTENSIONS] = [160, 163];
var [ECDSA_WITH_SHA256, ORGANISATION, UNIT, BASIC_CONSTRAINTS] = [
	"2a8648ce3d040302",
	"55040a",
	"55040b",
	"551d13"
];
function fail$2() {
	throw new RangeError("Not a certificate of the form that is read here");
}
function membersOf(element, tag = SEQUENCE) {
	return element?.tag === tag ? readElements(element.content) : fail$2();
}
function bitsOf(element) {
	return element?.tag === BIT_STRING && element.content[0] === 0 ? element.content.subarray(1) : fail$2();
}
function oidOf(members) {
	return members[0]?.tag === OID ? toHex(members[0].content) : fail$2();
}
function timeOf$1(element) {
	const text = new TextDecoder().decode(element?.content);
	const short = element?.tag === UTC_TIME;
	if (!short && element?.tag !== GENERALIZED_TIME) fail$2();
	const [year = 0, month = 0, ...rest] = ((short ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/).exec(text) ?? fail$2()).slice(1).map(Number);
	const whole = short ? year + (year < 50 ? 2e3 : 1900) : year;
	const [day, hour, minute, second] = rest;
	return new Date(Date.UTC(whole, month - 1, day, hour, minute, second));
}
function namedIn(name, kind) {
	return membersOf(name).flatMap((set) => membersOf(set, 49).map((attribute) => membersOf(attribute))).filter((attribute) => oidOf(attribute) === kind).map(([, value]) => new TextDecoder("utf-8", { fatal: true }).decode(value?.content));
}
function saysAuthority(extensions) {
	if (extensions === void 0) return false;
	const [list] = readElements(extensions.content);
	const basic = membersOf(list).map((extension) => membersOf(extension)).find((extension) => oidOf(extension) === BASIC_CONSTRAINTS)?.at(-1);
	if (basic === void 0) return false;
	const [constraints] = readElements(basic.tag === OCTET_STRING ? basic.content : fail$2());
	const [first] = membersOf(constraints);
	return first !== void 0 && toHex(first.whole) === "0101ff";
}
function rawSignature(der) {
	const [sequence, ...behind] = readElements(der);
	const numbers = membersOf(sequence);
	if (behind.length > 0 || numbers.length !== 2) fail$2();
	return concat(...numbers.map(({ tag, content }) => {
		const digits = content[0] === 0 ? content.subarray(1) : content;
		if (tag !== INTEGER || digits.length > 32) fail$2();
		return concat(new Uint8Array(32 - digits.length), digits);
	}));
}
function readCertificate(der) {
	const [outer, ...behind] = readElements(der);
	const [inner, algorithm, signature] = membersOf(outer);
	if (behind.length > 0 || inner === void 0 || oidOf(membersOf(algorithm)) !== ECDSA_WITH_SHA256) fail$2();
	const members = membersOf(inner);
	const [, , issuer, validity, subject, publicKey, ...rest] = members[0]?.tag === VERSION ? members.slice(1) : members;
	if (issuer === void 0 || subject === void 0 || publicKey === void 0) fail$2();
	const [notBefore, notAfter] = membersOf(validity);
	return {
		signed: inner.whole,
		signature: rawSignature(bitsOf(signature)),
		issuer: issuer.whole,
		subject: subject.whole,
		organisations: namedIn(subject, ORGANISATION),
		units: namedIn(subject, UNIT),
		notBefore: timeOf$1(notBefore),
		notAfter: timeOf$1(notAfter),
		publicKey: publicKey.whole,
		isAuthority: saysAuthority(rest.find(({ tag }) => tag === EXTENSIONS))
	};
}
function keyOf({ publicKey }) {
	return crypto.subtle.importKey("spki", publicKey, {
		name: "ECDSA",
		namedCurve: "P-256"
	}, true, ["verify"]);
}
async function isSignedBy({ signed, signature }, key) {
	return crypto.subtle.verify({
		name: "ECDSA",
		hash: "SHA-256"
	}, key, signature, signed);
}
async function readAuthority({ mspId, name, rootCertificate }) {
	try {
		const root = readCertificate(rootCertificate);
		if (!root.isAuthority) return { fault: `The root certificate of ${mspId} is not that of an authority` };
		const key = await keyOf(root);
		if (!await isSignedBy(root, key)) return { fault: `The root certificate of ${mspId} is not signed by itself` };
		const { subject, organisations } = root;
		return {
			mspId,
			name,
			rootCertificate,
			rootFingerprint: await fingerprint(rootCertificate),
			subject,
			organisations,
			key
		};
	} catch {
		return unreadable$1(mspId);
	}
}
async function readMember(authority, certificate) {
	const { mspId } = authority;
	try {
		const leaf = readCertificate(certificate);
		if (toHex(leaf.issuer) !== toHex(authority.subject) || !await isSignedBy(leaf, authority.key)) return { fault: `The certificate of ${mspId} is not signed by its root` };
		const { units, notBefore, notAfter } = leaf;
		return {
			key: await keyOf(leaf),
			units,
			notBefore,
			notAfter
		};
	} catch {
		return unreadable$1(mspId);
	}
}
async function readSigner(organisation) {
	const { mspId, name, certificate } = organisation;
	const authority = await readAuthority(organisation);
	if ("fault" in authority) return authority;
	if (!authority.organisations.includes(name)) return { fault: `The root certificate of ${mspId} is not that of ${name}` };
	const member = await readMember(authority, certificate);
	if ("fault" in member) return member;
	const { key, notBefore, notAfter } = member;
	const { rootCertificate, rootFingerprint } = authority;
	return {
		mspId,
		name,
		rootCertificate,
		rootFingerprint,
		certificate,
		fingerprint: await fingerprint(certificate),
		key,
		notBefore,
		notAfter
	};
}
function unreadable$1(mspId) {
	return { fault: `The certificates of ${mspId} cannot be read` };
}
var CALL_LIMITS = {
	events: 1200,
	lots: 100,
	contentCharacters: 16384,
	transferCharacters: 262144,
	answerCharacters: 1e6
};
string().check(_regex(/^[0-9a-f]{32}$/));
var hex32$2 = string().check(_regex(/^[0-9a-f]{64}$/));
int().check(_positive());
var contractVersion = string().check(_minLength(1), _maxLength(20));
var carriedOver = {
	formerly: optional(strictObject({
		transactionId: hex32$2,
		blockNumber: int().check(_nonnegative()),
		at: datetime()
	})),
	contract: optional(contractVersion)
};
var recordedEvents = strictObject({
	v: literal(1),
	contract: contractVersion,
	at: datetime(),
	events: array(strictObject({
		contentHash: hex32$2,
		...carriedOver
	})).check(_maxLength(CALL_LIMITS.events))
});
({ ...carriedOver });
// server/domain/ledger/lotMass.ts
var NOTHING = {
	weight: 0,
	used: 0,
	moisture: 0,
	derived: false,
	draws: {}
};
function isUse(content) {
	return content.type === "used" || content.type === "returned";
}
function massAfter(before, content) {
	const mass = before ?? NOTHING;
	if (isUse(content)) return content.type === "used" ? withDraw(mass, content) : withReturn(mass, content);
	const { weightGrams: weight = mass.weight, moistureHundredths: moisture = mass.moisture } = content.set;
	if (before === null) return {
		...NOTHING,
		weight,
		moisture,
		derived: content.type === "formed"
	};
	return {
		...mass,
		weight,
		moisture: statesMoisture(mass, content) ? moisture : mass.moisture
	};
}
function statesMoisture(mass, { type, set }) {
	return set.weightGrams !== void 0 || type === "edited" && !mass.derived;
}
function withDraw(mass, { grams, consignment }) {
	const used = mass.used + grams;
	if (consignment === null) return {
		...mass,
		used
	};
	const drawn = mixed(mass.draws[consignment] ?? {
		grams: 0,
		moisture: 0
	}, {
		grams,
		moisture: mass.moisture
	});
	return {
		...mass,
		used,
		draws: {
			...mass.draws,
			[consignment]: drawn
		}
	};
}
function withReturn(mass, { grams, consignment }) {
	const { [consignment ?? ""]: held = {
		grams: 0,
		moisture: mass.moisture
	}, ...others } = mass.draws;
	const left = {
		...held,
		grams: held.grams - grams
	};
	const available = mixed({
		grams: mass.weight - mass.used,
		moisture: mass.moisture
	}, {
		...held,
		grams
	});
	return {
		...mass,
		used: mass.used - grams,
		moisture: available.moisture,
		draws: consignment === null || left.grams <= 0 ? others : {
			...others,
			[consignment]: left
		}
	};
}
function mixed(one, other) {
	const grams = one.grams + other.grams;
	if (grams === 0) return {
		grams,
		moisture: other.moisture
	};
	return {
		grams,
		moisture: Math.ceil((one.grams * one.moisture + other.grams * other.moisture) / grams)
	};
}
// server/domain/ledger/projection.ts
function foldEvent(before, event) {
	const clearSetBy = { ...before?.clearSetBy };
	for (const field of Object.keys(event.set)) clearSetBy[field] = event.eventId;
	const committed = { ...before?.committed };
	for (const [field, commitment] of Object.entries(event.commit)) committed[field] = {
		eventId: event.eventId,
		seq: event.seq,
		commitment,
		erased: false
	};
	for (const { seq, fields } of erasedBy(event)) for (const field of fields) {
		const last = committed[field];
		if (seq === last?.seq) committed[field] = {
			...last,
			erased: true
		};
	}
	return {
		lotKey: event.lotKey,
		seq: event.seq,
		deleted: (before?.deleted ?? false) || event.type === "deleted",
		formation: event.type === "formed" ? event.formation : before?.formation ?? null,
		mass: massAfter(before?.mass ?? null, event),
		clear: {
			...before?.clear,
			...event.set
		},
		clearSetBy,
		committed
	};
}
function foldEvents(events, from = null) {
	return events.reduce((state, event) => foldEvent(state, event), from);
}
// server/domain/ledger/transitions.ts
var refuse = (code, text) => ({ refusal: {
	code,
	text
} });
var REQUIRED_AT_CREATION = [
	"lotId",
	"variety",
	"harvestDate",
	"stage",
	"weightGrams",
	"moistureHundredths",
	"temperatureHundredths",
	"certifications",
	"isAnonymized",
	"deforestationStatus"
];
var contract1 = (head, raw, contentHash) => {
	if (typeOf(raw) === "register") return registered(head, raw, contentHash);
	return ofLot(head, raw, contentHash, [1]);
};
var contract2 = (head, raw, contentHash) => {
	const type = typeOf(raw);
	if (type === "register") return registered(head, raw, contentHash);
	if (type === "consignment") return consigned(head, raw, contentHash);
	const step = ofLot(head, raw, contentHash, [1, 2]);
	if ("refusal" in step) return step;
	return misplacedWarnings(step.content) ?? changedMass(head?.mass ?? null, step.content) ?? step;
};
function ofLot(head, raw, contentHash, versions) {
	const version = versionOf(raw) ?? 1;
	const form = versions.includes(version) ? CONTENT_VERSIONS.get(version) : void 0;
	if (form === void 0) return refuse("BAD_CONTENT", `v: this contract takes no contents of version ${version}`);
	const parsed = form.safeParse(raw);
	if (!parsed.success) return unreadable(parsed.error);
	const content = parsed.data;
	if ("erase" in content && content.erase !== void 0 && content.type !== "erased") return refuse("BAD_CONTENT", "erase: only an erased event names erased fields");
	if (content.type === "created") return created(head, content, contentHash);
	if (content.type === "formed") return formed(head, content, contentHash);
	if (head === null) return refuse("LOT_MISSING", "The lot has no created event");
	if (head.stage === null || head.mass === null) return refuse("BAD_CONTENT", "lotKey: the chain is no lot");
	const misplaced = follows(head, content);
	if (misplaced !== null) return misplaced;
	if (head.deleted && content.type !== "erased") return refuse("LOT_DELETED", "A deleted lot takes no more events");
	const next = {
		...head,
		seq: content.seq,
		hash: contentHash
	};
	if (content.type === "alert") return {
		head: next,
		content
	};
	if (isUse(content)) return used(next, head.mass, content);
	if (content.set.lotId !== void 0) return refuse("BAD_CONTENT", "set.lotId: a lot keeps its id");
	return moved(next, {
		stage: head.stage,
		mass: head.mass
	}, content);
}
var CONTRACTS = new Map([["1", contract1], ["2", contract2]]);
function typeOf(raw) {
	return typeof raw === "object" && raw !== null && "type" in raw ? raw.type : void 0;
}
function unreadable(error) {
	const issue = error.issues[0];
	return refuse("BAD_CONTENT", `${issue?.path.join(".") || "content"}: ${issue?.message ?? "not an event"}`);
}
function follows(head, { seq, prev }) {
	if (seq !== head.seq + 1) return refuse("OUT_OF_ORDER", `Event ${seq} does not follow event ${head.seq}`);
	return prev === head.hash ? null : refuse("CHAIN_BROKEN", "prev is not the hash of the event before");
}
function first({ seq, prev }) {
	if (seq !== 1) return refuse("OUT_OF_ORDER", "The first event has seq 1");
	return prev === null ? null : refuse("CHAIN_BROKEN", "The first event has no event before it");
}
function registered(head, raw, hash) {
	const parsed = registerContent.safeParse(raw);
	if (!parsed.success) return unreadable(parsed.error);
	const content = parsed.data;
	if (head !== null && (head.stage !== null || head.consignment !== null)) return refuse("BAD_CONTENT", "lotKey: a chain of another kind takes no register events");
	const misplaced = head === null ? first(content) : follows(head, content);
	const { seq } = content;
	return misplaced ?? {
		head: {
			seq,
			hash,
			stage: null,
			deleted: false,
			mass: null,
			consignment: null
		},
		content
	};
}
function described(head, content) {
	if (head !== null) return refuse("LOT_EXISTS", "The lot is already on the ledger");
	const misplaced = first(content);
	if (misplaced !== null) return misplaced;
	const missing = REQUIRED_AT_CREATION.find((field) => content.set[field] === void 0);
	return missing ? refuse("BAD_CONTENT", `set.${missing}: needed in the first event`) : null;
}
function firstHead(content, hash, stage) {
	return {
		seq: 1,
		hash,
		stage,
		deleted: false,
		mass: massAfter(null, content),
		consignment: null
	};
}
function created(head, content, hash) {
	const refused = described(head, content);
	if (refused !== null) return refused;
	const { stage } = content.set;
	if (stage !== "harvested") return refuse("STAGE_NOT_FORWARD", "A lot begins as harvested");
	return {
		head: firstHead(content, hash, stage),
		content
	};
}
function formed(head, content, hash) {
	const refused = described(head, content);
	if (refused !== null) return refused;
	const { inputs, outputs, loss } = content.formation;
	const keys = [...inputs, ...outputs].map(({ key }) => key);
	if (new Set(keys).size !== keys.length) return refuse("BAD_CONTENT", "formation: a lot occurs twice");
	const own = outputs.find(({ key }) => key === content.lotKey);
	if (own?.grams !== content.set.weightGrams) return refuse("BAD_CONTENT", "formation.outputs: the lot is not among them with its weight");
	if (own !== void 0 && own.grams > TRANSFORMATION_LIMITS.derivedKg * 1e3) return refuse("BAD_CONTENT", `set.weightGrams: at most ${TRANSFORMATION_LIMITS.derivedKg} kg`);
	const grams = (parts) => parts.map((part) => part.grams);
	const difference = massDifference(grams(inputs), grams(outputs), loss?.grams ?? 0);
	if (difference !== 0) return refuse("MASS_DIFFERS", `Inputs are ${difference} g more than outputs and loss`);
	return {
		head: firstHead(content, hash, content.set.stage ?? "harvested"),
		content
	};
}
function used(next, mass, content) {
	const { grams, consignment } = content;
	const held = consignment === null ? 0 : mass.draws[consignment]?.grams ?? 0;
	if (content.type === "returned") {
		if (consignment === null) return refuse("BAD_CONTENT", "consignment: grams come back from a consignment alone");
		if (grams > held) return refuse("NOT_AVAILABLE", `The consignment holds ${held} g of the lot, not ${grams} g`);
		return {
			head: {
				...next,
				mass: massAfter(mass, content)
			},
			content
		};
	}
	if (next.stage !== null && stagePosition(next.stage) >= stagePosition("shipped")) return refuse("LOT_SHIPPED", `The lot is ${next.stage}`);
	const available = mass.weight - mass.used;
	if (grams > available) return refuse("NOT_AVAILABLE", `${available} g are available, not ${grams} g`);
	return {
		head: {
			...next,
			mass: massAfter(mass, content)
		},
		content
	};
}
function moved(next, from, content) {
	const to = content.set.stage;
	const setsStage = content.type === "stage" || content.type === "reverted";
	if (setsStage && to === void 0) return refuse("BAD_CONTENT", `set.stage: needed in a ${content.type} event`);
	if (!setsStage && to !== void 0) return refuse("BAD_CONTENT", `set.stage: not in an event of type ${content.type}`);
	if (content.type === "reverted" && to !== void 0) {
		if (isShippingStage(from.stage)) return refuse("LOT_SHIPPED", `The lot is ${from.stage}`);
		if (!mayMove(to, from.stage)) return refuse("STAGE_NOT_FORWARD", `${to} is not before ${from.stage}`);
	} else if (to !== void 0 && !mayMove(from.stage, to)) return refuse("STAGE_NOT_FORWARD", `From ${from.stage} a lot does not go to ${to}`);
	const deleted = next.deleted || content.type === "deleted";
	return {
		head: {
			...next,
			stage: to ?? from.stage,
			deleted,
			mass: massAfter(from.mass, content)
		},
		content
	};
}
function misplacedWarnings(content) {
	if (!("warnings" in content) || content.warnings === void 0) return null;
	const { stage } = content.set;
	if (content.type === "stage" && stage !== void 0 && isShippingStage(stage)) return null;
	return refuse("BAD_CONTENT", "warnings: only where the lot is shipped");
}
function changedMass(mass, content) {
	if (content.type === "alert" || content.type === "formed" || isUse(content)) return null;
	if (!(content.set.weightGrams !== void 0 && (content.type === "weighed" || content.type === "stage")) && (content.loss !== void 0 || content.tolerance !== void 0)) return refuse("BAD_CONTENT", "loss: only where the weight is stated anew");
	if (mass === null) return null;
	if (content.type === "deleted" && mass.used > 0) return refuse("LOT_USED", `${mass.used} g of the lot were used`);
	const weight = content.set.weightGrams;
	if (weight === void 0) return content.type === "weighed" ? refuse("BAD_CONTENT", "set.weightGrams: needed") : null;
	if (weight < mass.used) return refuse("BELOW_USED", `${mass.used} g of the lot were used, more than ${weight} g`);
	if (content.type === "weighed" || content.type === "stage") return reweighed(mass, weight, content);
	if (content.type === "edited") return mass.derived ? refuse("BAD_CONTENT", "set.weightGrams: a derived lot is weighed, not edited") : null;
	return refuse("BAD_CONTENT", `set.weightGrams: not in an event of type ${content.type}`);
}
function reweighed(mass, weight, content) {
	const { loss, tolerance } = content;
	const gone = Math.max(0, mass.weight - weight);
	if (gone !== (loss?.grams ?? 0)) return refuse("MASS_DIFFERS", `loss: ${gone} g are gone`);
	const before = {
		grams: mass.weight - mass.used,
		moistureHundredths: mass.moisture
	};
	const after = {
		grams: weight - mass.used,
		moistureHundredths: content.set.moistureHundredths ?? mass.moisture
	};
	const gain = dryMassGain([before], [after], tolerance ?? 0);
	return gain === null ? null : dryMassRefusal(gain);
}
function dryMassRefusal(gain) {
	const { inputDryGrams, outputDryGrams } = gain;
	return refuse("DRY_MASS_GAINED", `Dry mass of ${outputDryGrams} g out of ${inputDryGrams} g`);
}
var STATE_AFTER = {
	added: null,
	removed: null,
	changed: null,
	closed: "closed",
	shipped: "shipped",
	delivered: "delivered"
};
var STATES_BEFORE = {
	added: ["open"],
	removed: ["open"],
	changed: [
		"open",
		"closed",
		"shipped"
	],
	closed: ["open"],
	shipped: ["closed"],
	delivered: ["shipped"]
};
function consigned(head, raw, hash) {
	const parsed = consignmentContent.safeParse(raw);
	if (!parsed.success) return unreadable(parsed.error);
	const content = parsed.data;
	const { step, lots, seq } = content;
	const moves = step === "added" || step === "removed";
	if (moves !== lots.length > 0 || moves !== (content.transfer !== void 0)) return refuse("BAD_CONTENT", "lots: named by the steps that move grams, with their transfer");
	if (step === "opened") {
		if (head !== null) return refuse("LOT_EXISTS", "The consignment is already on the ledger");
		return first(content) ?? {
			head: {
				seq,
				hash,
				stage: null,
				deleted: false,
				mass: null,
				consignment: {
					state: "open",
					grams: 0
				}
			},
			content
		};
	}
	if (head === null) return refuse("LOT_MISSING", "The consignment has no opened event");
	if (head.consignment === null) return refuse("BAD_CONTENT", "lotKey: the chain is no consignment");
	const misplaced = follows(head, content);
	if (misplaced !== null) return misplaced;
	const { state, grams } = head.consignment;
	if (!STATES_BEFORE[step].includes(state)) return refuse("CONSIGNMENT_STATE", `A consignment that is ${state} is not ${step}`);
	const sum = lots.reduce((all, lot) => all + lot.grams, 0);
	const after = grams + (step === "added" ? sum : step === "removed" ? -sum : 0);
	if (after < 0 || step === "closed" && after === 0) return refuse("NOT_AVAILABLE", "The consignment holds too little");
	const consignment = {
		state: STATE_AFTER[step] ?? state,
		grams: after
	};
	return {
		head: {
			...head,
			seq,
			hash,
			consignment
		},
		content
	};
}
// server/domain/proof/proofSteps.ts
var PROOF_STEPS = [
	"file",
	"roots",
	"events",
	"chain",
	"path",
	"headers",
	"signatures",
	"balance",
	"fields"
];
function holds(step) {
	return step.state === "proven" || step.reason.code === "whole_blocks" || step.reason.code === "inputs_closed";
}
function isUnknownVersion({ code }) {
	return code === "unknown_version" || code === "unknown_content" || code === "unknown_rules";
}
function because(code, values) {
	return { reason: {
		code,
		values
	} };
}
// server/domain/proof/inputProof.ts
async function inputRefusal(part, input, transfer, { lotKey, contents }) {
	const text = contents[part.seq - 1];
	const content = readContent(text ?? null);
	const place = {
		input,
		key: part.key,
		event: part.seq
	};
	if (lotKey !== part.key || text === void 0 || content === null) return because("input_missing", place);
	const found = gramsUsed(content, part, transfer);
	if (found === null) return because("input_other_event", place);
	if (found !== part.grams) return because("input_differs", {
		...place,
		stated: part.grams,
		found
	});
	return await contentTextHash(text) === part.hash ? null : because("input_other_event", place);
}
function gramsUsed(content, { key, seq }, transfer) {
	if (content.type !== "used" || content.lotKey !== key || content.seq !== seq) return null;
	return content.transfer === transfer && content.consignment === null ? content.grams : null;
}
// server/domain/proof/lotBalance.ts
function balanceOf(contents) {
	const balance = {
		formed: null,
		first: 0,
		weighed: 0,
		corrected: 0,
		used: 0,
		left: 0
	};
	for (const [i, content] of contents.entries()) {
		const event = i + 1;
		if (content.type === "formed") {
			const difference = formationDifference(content.formation);
			if (difference !== 0) return { fault: {
				event,
				figure: "loss",
				difference
			} };
			balance.formed = formedMass(content.formation);
			const own = content.formation.outputs.find(({ key }) => key === content.lotKey)?.grams ?? 0;
			const stated = content.set.weightGrams ?? 0;
			if (own !== stated) return { fault: {
				event,
				figure: "output",
				difference: stated - own
			} };
		}
		add(balance, content);
		balance.left = balance.first + balance.weighed + balance.corrected - balance.used;
		const figure = massFigureOf(content);
		if (balance.left < 0 && figure !== null) return { fault: {
			event,
			figure,
			difference: balance.left
		} };
	}
	return { balance };
}
function add(balance, content) {
	if (content.type === "alert") return;
	if (isUse(content)) {
		balance.used += content.type === "used" ? content.grams : -content.grams;
		return;
	}
	const weight = content.set.weightGrams;
	if (weight === void 0) return;
	if (content.type === "created" || content.type === "formed") {
		balance.first = weight;
		return;
	}
	const change = weight - (balance.first + balance.weighed + balance.corrected);
	if (content.type === "edited") balance.corrected += change;
	else balance.weighed += change;
}
function formationDifference({ inputs, outputs, loss }) {
	const gramsOf = (parts) => parts.map(({ grams }) => grams);
	return massDifference(gramsOf(inputs), gramsOf(outputs), loss?.grams ?? 0);
}
function formedMass({ inputs, outputs, loss }) {
	const sum = (parts) => parts.reduce((all, { grams }) => all + grams, 0);
	return {
		inputs: inputs.length,
		in: sum(inputs),
		outputs: outputs.length,
		out: sum(outputs),
		loss: loss?.grams ?? 0,
		reason: loss?.reason ?? null
	};
}
function massFigureOf(content) {
	if (content.type === "used" || content.type === "returned" || content.type === "formed") return content.type;
	if (content.set.weightGrams === void 0) return null;
	if (content.type === "created") return "registered";
	return content.type === "edited" ? "corrected" : "weighed";
}
// server/domain/proof/shownFields.ts
function apiValue(value) {
	if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
	return Array.isArray(value) ? value.map(String) : null;
}
function isSame$1(field, shown, recorded) {
	if (factsOf(field).form === "moment" && typeof shown === "string" && typeof recorded === "string") return Date.parse(shown) === Date.parse(recorded);
	return JSON.stringify(shown) === JSON.stringify(recorded);
}
function committedName(field, state) {
	const name = factsOf(field).ledger.name;
	if (name !== "place") return name;
	return state.clear.isAnonymized === true ? "place1" : "place2";
}
function compareShown(shown, state, opened) {
	const result = {
		same: [],
		differences: [],
		closed: []
	};
	const judge = (field, recorded) => {
		const value = apiValue(shown[field]);
		if (isSame$1(field, value, recorded)) result.same.push(field);
		else result.differences.push({
			field,
			shown: value,
			recorded
		});
	};
	for (const field of LOT_FIELD_NAMES.filter(isPublic)) {
		if (shown[field] === void 0) continue;
		const { ledger, figure } = factsOf(field);
		if (ledger.kind === "clear") {
			const value = Reflect.get(state.clear, ledger.name);
			judge(field, typeof value === "number" && figure ? figure.scale.fromWhole(value) : apiValue(value));
			continue;
		}
		const name = committedName(field, state);
		const last = state.committed[name];
		const found = opened.find((one) => one.field === name && one.eventId === last?.eventId);
		if (found === void 0) {
			if (shown[field] !== null) result.closed.push(field);
		} else judge(field, figure ? degreesOf(field, found.value) : apiValue(found.value));
	}
	return result;
}
function degreesOf(field, place) {
	const micro = Array.isArray(place) ? place[field === "latitude" ? 0 : 1] : null;
	return typeof micro === "number" ? degreesFromMicro(micro) : null;
}
// server/domain/proof/shownJourney.ts
function compareJourney(shown, contents, opened) {
	const events = contents.filter(({ set }) => set.stage !== void 0);
	const result = {
		same: 0,
		shown: [],
		recorded: [],
		closed: false
	};
	const values = new Map(opened.map(({ eventId, field, value }) => [`${eventId} ${field}`, value]));
	for (let i = 0; i < Math.max(shown.length, events.length); i += 1) {
		const step = shown[i];
		const event = events[i];
		const recorded = event && recordedStage(event, values);
		if (step && recorded) {
			result.closed ||= isClosed(step.details, recorded.details) || isClosed(step.location, recorded.location);
			if (isSame(step, recorded)) {
				result.same += 1;
				continue;
			}
		}
		if (step) result.shown.push(inText(step));
		if (recorded) result.recorded.push(inText(recorded));
	}
	return result;
}
function recordedStage(content, values) {
	const opened = (field) => {
		if (content.commit[field] === void 0) return null;
		const value = values.get(`${content.eventId} ${field}`);
		return typeof value === "string" ? value : void 0;
	};
	return {
		stage: content.set.stage ?? "",
		timestamp: momentOf(content),
		location: opened("location"),
		details: opened("processDetails")
	};
}
function isClosed(shown, recorded) {
	return recorded === void 0 && shown !== null;
}
function isSame(shown, recorded) {
	return shown.stage === recorded.stage && shown.timestamp !== null && Date.parse(shown.timestamp) === Date.parse(recorded.timestamp) && isSameText(shown.location, recorded.location) && isSameText(shown.details, recorded.details);
}
function isSameText(shown, recorded) {
	return recorded === void 0 || (shown ?? "") === (recorded ?? "");
}
function inText({ stage, timestamp, location, details }) {
	return [
		stage,
		timestamp?.slice(0, 10),
		location,
		details
	].filter(Boolean).join(" · ");
}
// server/domain/proof/judgedEvents.ts
function checkRoots(signers, roots) {
	if (roots === void 0) return because("no_roots", {});
	const all = [...signers];
	const trusted = new Set(roots.map((one) => one.toLowerCase()));
	const organisations = all.map(({ name }) => name);
	const fingerprints = all.map(({ rootFingerprint }) => rootFingerprint);
	const same = new Set(fingerprints).size === trusted.size && fingerprints.every((one) => trusted.has(one));
	const computed = {
		organisations,
		fingerprints
	};
	return same ? { computed } : because("other_roots", computed);
}
function contentOf(text, event) {
	const content = readContent(text) ?? readConsignmentContent(text);
	if (content !== null && canonicalText(content) === text) return content;
	const version = unknownContentVersion(text);
	return version === null ? because("content_unreadable", { event }) : because("unknown_content", {
		event,
		version
	});
}
function lotContents$1(events) {
	return events.flatMap(({ content }) => content.type === "consignment" ? [] : content);
}
function recordedLot(events) {
	return foldEvents(lotContents$1(events));
}
function checkChain(events) {
	let head = null;
	for (const { number, content, hash, contract } of events) {
		const rules = CONTRACTS.get(contract);
		if (rules === void 0) return because("unknown_rules", { event: number });
		const step = rules(head, content, hash);
		if ("refusal" in step) return because("chain_broken", {
			event: number,
			refusal: step.refusal.code
		});
		head = step.head;
	}
	return null;
}
function transactionRefusal(fault, event, nameOf) {
	if (fault.kind === "id") return because("transaction_id", { event });
	if (fault.kind === "expired") return because("expired", {
		organisation: nameOf(fault.mspId),
		event
	});
	return signatureRefusal(fault, "event", event, nameOf);
}
function signatureRefusal({ kind, mspId }, on, number, nameOf) {
	return because(`signature_${kind}`, {
		organisation: nameOf(mspId),
		on,
		number
	});
}
async function checkStated(events, recorded, options, told) {
	const unbalanced = await checkBalance(events, options, told);
	return unbalanced === null ? checkFields(events, recorded, options, told) : told.failed("balance", unbalanced, recorded);
}
async function checkBalance(events, { inputs = new Map() }, told) {
	const contents = events.flatMap(({ content }) => content.type === "consignment" ? [] : [content]);
	if (contents.length < events.length) return null;
	const added = balanceOf(contents);
	if ("fault" in added) return because("mass_differs", added.fault);
	const { balance } = added;
	told.balance = balance;
	const first = events[0]?.content;
	const formed = first?.type === "formed" ? first : null;
	told.formed = formed;
	const parts = formed?.formation.inputs ?? [];
	let opened = 0;
	for (const [i, part] of parts.entries()) {
		const input = inputs.get(part.key);
		if (formed === null || input === void 0) continue;
		const differs = await inputRefusal(part, i + 1, formed.transfer, input);
		if (differs !== null) return differs;
		opened += 1;
	}
	const closed = parts.length - opened;
	if (closed === 0) await told.proven("balance", {
		balance,
		opened
	});
	else await told.open("balance", because("inputs_closed", {
		closed,
		of: parts.length,
		balance
	}));
	return null;
}
async function checkFields(events, recorded, { fields = {}, journey, waiting = false }, told) {
	const opened = [];
	for (const { number, disclosed, content } of events) for (const { field, value, salt } of disclosed) {
		if (content.commit[field] !== await commitment(field, value, fromHex(salt))) return told.failed("fields", because("opened_differs", {
			event: number,
			field
		}), recorded);
		opened.push({
			eventId: content.eventId,
			field,
			value
		});
	}
	if (recorded === null) return told.verdict(null);
	const { same, ...compared } = compareShown(fields, recorded, opened);
	const stages = journey ? compareJourney(journey, lotContents$1(events), opened) : null;
	const differences = [...compared.differences];
	if (stages !== null && stages.shown.length + stages.recorded.length > 0) differences.push({
		field: "journey",
		shown: stages.shown,
		recorded: stages.recorded
	});
	const hidden = compared.closed[0] ?? (stages?.closed === true ? "journey" : void 0);
	if (waiting && (differences.length > 0 || hidden !== void 0)) await told.open("fields", because("waiting", { differences }));
	else if (differences.length > 0) return told.failed("fields", because("shown_differs", { differences }), recorded);
	else if (hidden !== void 0) return told.failed("fields", because("not_opened", { field: hidden }), recorded);
	else await told.proven("fields", {
		compared: same.length + (stages?.same ?? 0),
		opened: opened.length
	});
	return told.verdict(recorded);
}
// server/domain/proof/fabric/protobuf.ts
var [VARINT, FIXED64, LENGTH, FIXED32] = [
	0,
	1,
	2,
	5
];
var LONGEST_VARINT = 10;
function parseProtobuf(bytes) {
	const fields = new Map();
	let at = 0;
	const varint = () => {
		let value = 0n;
		for (let i = 0; i < LONGEST_VARINT; i += 1) {
			const byte = bytes[at];
			if (byte === void 0) break;
			at += 1;
			value |= BigInt(byte & 127) << BigInt(7 * i);
			if (byte < 128) return value <= 18446744073709551615n ? value : fail$1();
		}
		return fail$1();
	};
	const take = (length) => {
		const end = at + length;
		if (end > bytes.length) fail$1();
		const part = bytes.subarray(at, end);
		at = end;
		return part;
	};
	while (at < bytes.length) {
		const key = varint();
		const number = Number(key >> 3n);
		const wire = Number(key & 7n);
		if (number === 0) fail$1();
		const value = wire === VARINT ? varint() : wire === LENGTH ? take(Number(varint())) : take(wire === FIXED64 ? 8 : fixed32(wire));
		const known = fields.get(number);
		if (known === void 0) fields.set(number, [value]);
		else known.push(value);
	}
	return new ProtobufMessage(fields);
}
function fixed32(wire) {
	return wire === FIXED32 ? 4 : fail$1();
}
function fail$1() {
	throw new RangeError("Not a message of the form that is read here");
}
var ProtobufMessage = class {
	#fields;
	constructor(fields) {
		this.#fields = fields;
	}
	bytes(number) {
		const value = this.#single(number);
		return value === void 0 ? new Uint8Array() : typeof value === "bigint" ? fail$1() : value;
	}
	whole(number) {
		const value = this.#single(number) ?? 0n;
		return typeof value === "bigint" && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : fail$1();
	}
	text(number) {
		try {
			return new TextDecoder("utf-8", {
				fatal: true,
				ignoreBOM: true
			}).decode(this.bytes(number));
		} catch {
			return fail$1();
		}
	}
	message(number) {
		return parseProtobuf(this.bytes(number));
	}
	all(number) {
		return (this.#fields.get(number) ?? []).map((value) => typeof value === "bigint" ? fail$1() : value);
	}
	#single(number) {
		const values = this.#fields.get(number) ?? [];
		return values.length > 1 ? fail$1() : values[0];
	}
};
// server/domain/proof/fabric/envelope.ts
var ENDORSER_TRANSACTION = 3;
async function readFabricEnvelope(bytes, hash = sha256) {
	const envelope = parseProtobuf(bytes);
	const payload = envelope.message(1);
	const header = payload.message(1);
	const channelHeader = parseProtobuf(header.bytes(1));
	if (channelHeader.whole(1) !== ENDORSER_TRANSACTION) return null;
	const signatureHeader = parseProtobuf(header.bytes(2));
	const creator = signatureHeader.bytes(1);
	const txId = toHex(await hash(concat(signatureHeader.bytes(2), creator)));
	if (channelHeader.text(5) !== txId) fail();
	const [action, ...others] = payload.message(2).all(1);
	if (action === void 0 || others.length > 0) fail();
	const transactionAction = parseProtobuf(action);
	if (toHex(transactionAction.bytes(1)) !== toHex(header.bytes(2))) fail();
	const actionPayload = transactionAction.message(2);
	const endorsed = actionPayload.message(2);
	const response = endorsed.bytes(1);
	const proposed = concat(header.bytes(1), header.bytes(2), actionPayload.bytes(1));
	const responsePayload = parseProtobuf(response);
	if (toHex(responsePayload.bytes(1)) !== toHex(await hash(proposed))) fail();
	const chaincodeAction = responsePayload.message(2);
	const chaincodeId = chaincodeAction.message(4);
	const answer = chaincodeAction.message(3);
	if (answer.whole(1) !== 200) fail();
	return {
		txId,
		channel: channelHeader.text(4),
		at: timeOf(channelHeader.message(3)),
		creator: readIdentity(creator),
		signature: envelope.bytes(2),
		signed: envelope.bytes(1),
		chaincode: {
			name: chaincodeId.text(2),
			version: chaincodeId.text(3)
		},
		answer: answer.bytes(3),
		endorsements: endorsed.all(2).map((one) => {
			const endorsement = parseProtobuf(one);
			const endorser = endorsement.bytes(1);
			return {
				endorser: readIdentity(endorser),
				signed: concat(response, endorser),
				signature: endorsement.bytes(2)
			};
		})
	};
}
function timeOf(timestamp) {
	return new Date(timestamp.whole(1) * 1e3 + Math.floor(timestamp.whole(2) / 1e6));
}
function readIdentity(bytes) {
	const identity = parseProtobuf(bytes);
	return {
		mspId: identity.text(1),
		certificate: fromPem(identity.text(2))
	};
}
function fromPem(pem) {
	const body = /^-----BEGIN CERTIFICATE-----\s([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----\s*$/.exec(pem)?.[1];
	return body === void 0 ? fail() : fromBase64(body.replaceAll(/\s/g, ""));
}
function fromBase64(text) {
	try {
		return Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
	} catch {
		return fail();
	}
}
function fail() {
	throw new RangeError("Not a transaction of the form that is read here");
}
// server/domain/proof/fabric/block.ts
function readHeaderSignatures(header, signatureMetadata) {
	const metadata = parseProtobuf(signatureMetadata);
	return metadata.all(2).map((one) => {
		const signature = parseProtobuf(one);
		const signatureHeader = signature.bytes(1);
		return {
			orderer: readIdentity(parseProtobuf(signatureHeader).bytes(1)),
			signed: concat(metadata.bytes(1), signatureHeader, headerBytes(header)),
			signature: signature.bytes(2)
		};
	});
}
async function blockDataHash(envelopes, hash = sha256) {
	return toHex(await hash(concat(...envelopes)));
}
// server/domain/proof/fabric/members.ts
var SENDERS = ["client", "admin"];
var REMEMBERED = 200;
var FabricSignatures = class {
	#channel;
	#members = new Map();
	constructor(channel) {
		this.#channel = channel;
	}
	async transactionFaults(transaction) {
		const { organisations } = this.#channel;
		const { endorsements, creator, at } = transaction;
		const faults = [];
		const sent = await this.#fault(organisations.get(creator.mspId), creator, {
			...transaction,
			units: SENDERS
		});
		if (sent !== null) faults.push({
			kind: sent,
			mspId: creator.mspId
		});
		const valid = new Set();
		for (const { endorser, signed, signature } of endorsements) {
			const { mspId } = endorser;
			const fault = await this.#fault(organisations.get(mspId), endorser, {
				units: ["peer"],
				at,
				signed,
				signature
			});
			if (fault === null) valid.add(mspId);
			else faults.push({
				kind: fault,
				mspId
			});
		}
		if (faults.length > 0 || valid.size > organisations.size / 2) return faults;
		return [...organisations.keys()].filter((mspId) => !valid.has(mspId)).map((mspId) => ({
			kind: "missing",
			mspId
		}));
	}
	async headerFaults(signatures) {
		const { ordering } = this.#channel;
		if (signatures.length === 0) return [{
			kind: "missing",
			mspId: ordering.mspId
		}];
		const faults = [];
		for (const { orderer, signed, signature } of signatures) {
			const authority = orderer.mspId === ordering.mspId ? ordering : void 0;
			const fault = await this.#fault(authority, orderer, {
				units: ["orderer"],
				at: null,
				signed,
				signature
			});
			if (fault !== null) faults.push({
				kind: fault,
				mspId: orderer.mspId
			});
		}
		return faults;
	}
	async #fault(authority, identity, { units, at, signed, signature }) {
		const member = authority && await this.#memberOf(authority, identity);
		if (member === void 0 || "fault" in member || !units.some((unit) => member.units.includes(unit))) return "stranger";
		if (at !== null && (at < member.notBefore || at > member.notAfter)) return "expired";
		const raw = signatureFromDer(signature);
		return raw !== null && await crypto.subtle.verify({
			name: "ECDSA",
			hash: "SHA-256"
		}, member.key, raw, signed) ? null : "invalid";
	}
	#memberOf(authority, { certificate }) {
		const key = `${authority.mspId} ${toHex(certificate)}`;
		const known = this.#members.get(key) ?? readMember(authority, certificate);
		this.#members.delete(key);
		this.#members.set(key, known);
		const [oldest] = this.#members.keys();
		if (this.#members.size > REMEMBERED && oldest !== void 0) this.#members.delete(oldest);
		return known;
	}
};
// server/domain/proof/fabric/checkFabricProof.ts
async function checkFabricProof(file, options, told) {
	const members = await readMembers(file);
	if ("reason" in members) return told.failed("roots", members);
	const ordering = members.ordering.rootFingerprint;
	const roots = options.roots?.filter((one) => one.toLowerCase() !== ordering);
	const trusted = checkRoots(members.organisations.values(), roots);
	if ("computed" in trusted) await told.proven("roots", trusted.computed);
	else if (roots === void 0) await told.open("roots", trusted);
	else return told.failed("roots", trusted);
	const events = await readEvents$1(file);
	if ("reason" in events) return told.failed("events", events);
	await told.proven("events", {
		events: events.length,
		hash: events.at(-1)?.hash ?? ""
	});
	const broken = checkChain(events);
	if (broken !== null) return told.failed("chain", broken);
	const recorded = recordedLot(events);
	await told.proven("chain", {
		events: events.length,
		links: events.length - 1
	});
	const whole = file.blocks.every(({ envelopes }) => envelopes !== void 0);
	const lost = whole ? await checkPlaces(file) : null;
	if (lost !== null) return told.failed("path", lost, recorded);
	const hashes = file.blocks.reduce((sum, { envelopes }) => sum + (envelopes?.length ?? 0), 0);
	if (whole) await told.proven("path", {
		events: events.length,
		blocks: file.blocks.length,
		hashes,
		whole: true
	});
	else await told.open("path", because("whole_blocks", {}));
	const signatures = new FabricSignatures(members);
	const differs = await checkHeaders$1(file, signatures);
	if (differs !== null) return told.failed("headers", differs, recorded);
	const numbers = file.blocks.map(({ number }) => number);
	const known = options.roots?.some((one) => one.toLowerCase() === ordering) === true;
	if (known || options.roots === void 0) await told.proven("headers", {
		blocks: numbers.length,
		first: numbers.at(0) ?? 0,
		last: numbers.at(-1) ?? 0
	});
	else await told.open("headers", because("ordering_root", { organisation: members.ordering.name }));
	const nameOf = (mspId) => members.organisations.get(mspId)?.name ?? mspId;
	for (const { number, transaction } of events) {
		const [fault] = await signatures.transactionFaults(transaction);
		if (fault !== void 0) return told.failed("signatures", transactionRefusal(fault, number, nameOf), recorded);
	}
	const endorsed = new Set(events.map(({ transaction }) => transaction));
	await told.proven("signatures", {
		organisations: [...members.organisations.values()].map(({ name }) => name),
		signatures: [...endorsed].reduce((sum, { endorsements }) => sum + endorsements.length, 0)
	});
	const newest = file.blocks.at(-1);
	if (known && whole && newest !== void 0) told.newest = {
		number: newest.number,
		headerHash: await headerHash(newest)
	};
	return checkStated(events, recorded, options, told);
}
async function readMembers(file) {
	const organisations = new Map();
	for (const one of [...file.organisations, file.ordering]) {
		const read = await readAuthority({
			...one,
			rootCertificate: fromHex(one.rootCertificate)
		});
		if ("fault" in read) return because("certificate", { organisation: one.name });
		if (organisations.has(one.mspId)) return because("organisation_twice", { organisation: one.name });
		organisations.set(one.mspId, read);
	}
	const ordering = organisations.get(file.ordering.mspId);
	if (ordering === void 0) return because("certificate", { organisation: file.ordering.name });
	organisations.delete(ordering.mspId);
	return {
		organisations,
		ordering
	};
}
async function readEvents$1(file) {
	const transactions = await Promise.all(file.transactions.map((one) => readTransaction(one)));
	const read = [];
	for (const [i, event] of file.events.entries()) {
		const number = i + 1;
		const content = contentOf(event.content, number);
		if ("reason" in content) return content;
		const from = transactions[event.transaction] ?? null;
		if (from === null) return because("transaction_unreadable", { event: number });
		const hash = await contentTextHash(event.content);
		const entry = from.recorded.events.find(({ contentHash }) => contentHash === hash);
		if (entry === void 0) return because("content_differs", { event: number });
		if (content.lotKey !== file.lotKey) return because("another_event", { event: number });
		const contract = entry.contract ?? from.recorded.contract;
		read.push({
			number,
			content,
			hash,
			contract,
			disclosed: event.disclosed,
			transaction: from.transaction
		});
	}
	return read;
}
async function readTransaction({ envelope: text, block }) {
	try {
		const envelope = fromBase64(text);
		const transaction = await readFabricEnvelope(envelope);
		if (transaction === null || transaction.chaincode.name !== "manam-trace") return null;
		const answer = new TextDecoder("utf-8", { fatal: true }).decode(transaction.answer);
		const parsed = recordedEvents.safeParse(JSON.parse(answer));
		if (!parsed.success || canonicalText(parsed.data) !== answer) return null;
		return {
			transaction,
			envelope,
			recorded: parsed.data,
			block
		};
	} catch {
		return null;
	}
}
async function checkPlaces(file) {
	const blocks = new Map(file.blocks.map((block) => [block.number, block]));
	for (const block of file.blocks) if (await blockDataHash((block.envelopes ?? []).map(fromBase64)) !== block.dataHash) return because("path_differs", {
		event: 1,
		block: block.number
	});
	for (const [i, { transaction }] of file.events.entries()) {
		const from = file.transactions[transaction];
		if (!(from !== void 0 && blocks.get(from.block)?.envelopes?.includes(from.envelope) === true)) return because("path_differs", {
			event: i + 1,
			block: from?.block ?? 0
		});
	}
	return null;
}
async function checkHeaders$1(file, signatures) {
	let before = null;
	for (const block of file.blocks) {
		const hash = await headerHash(block);
		if (before !== null && (block.number <= before.number || block.number === before.number + 1 && block.previousHash !== before.hash)) return because("headers_unlinked", { block: block.number });
		if (!await isSigned(block, signatures)) return because("header_differs", { block: block.number });
		before = {
			number: block.number,
			hash
		};
	}
	return null;
}
async function isSigned(block, signatures) {
	const { number, previousHash, dataHash } = block;
	try {
		const read = readHeaderSignatures({
			number,
			previousHash,
			dataHash
		}, fromBase64(block.signatures));
		return (await signatures.headerFaults(read)).length === 0;
	} catch {
		return false;
	}
}
// server/domain/proof/merkle.ts
var LEAF = Uint8Array.of(0);
var NODE = Uint8Array.of(1);
async function leafHash(leaf, hash = sha256) {
	return hash(concat(LEAF, leaf));
}
async function nodeHash(left, right, hash) {
	return hash(concat(NODE, left, right));
}
async function rootOfPath(leaf, index, size, path, hash = sha256) {
	if (!Number.isInteger(index) || !Number.isInteger(size) || index < 0 || index >= size) return null;
	let at = index;
	let last = size - 1;
	let root = leaf;
	for (const sibling of path) {
		if (last === 0) return null;
		if (at % 2 === 1 || at === last) {
			root = await nodeHash(sibling, root, hash);
			while (at % 2 === 0 && at !== 0) {
				at = Math.floor(at / 2);
				last = Math.floor(last / 2);
			}
		} else root = await nodeHash(root, sibling, hash);
		at = Math.floor(at / 2);
		last = Math.floor(last / 2);
	}
	return last === 0 ? root : null;
}
// server/domain/proof/proofFile.ts
var hex32$1 = string().check(_regex(/^[0-9a-f]{64}$/));
var certificateHex = string().check(_maxLength(8192), _regex(/^([0-9a-f]{2})+$/));
var counted = int().check(_nonnegative());
var disclosure = strictObject({
	field: committedField,
	value: json(),
	salt: hex32$1
});
var proofEvent = strictObject({
	content: string().check(_maxLength(16384)),
	transaction: string().check(_maxLength(8192)),
	position: counted,
	size: int().check(_positive()),
	path: array(hex32$1).check(_maxLength(32)),
	block: strictObject({
		number: counted,
		previousHash: string().check(_regex(/^([0-9a-f]{64})?$/)),
		dataHash: hex32$1,
		signatures: array(organisationSignature).check(_minLength(1), _maxLength(16))
	}),
	disclosed: array(disclosure).check(_maxLength(16))
});
var proofHead = {
	v: literal(1),
	kind: literal("manam-trace/proof"),
	lotKey: string().check(_regex(/^[0-9a-f]{32}$/)),
	madeAt: datetime(),
	madeBy: optional(string().check(_maxLength(80)))
};
var embeddedProof = {
	...proofHead,
	organisations: array(strictObject({
		mspId: string().check(_minLength(1), _maxLength(64)),
		name: string().check(_minLength(1), _maxLength(120)),
		rootCertificate: certificateHex,
		certificate: certificateHex
	})).check(_minLength(1), _maxLength(16)),
	events: array(proofEvent).check(_minLength(1), _maxLength(1e4))
};
var base64 = (characters) => string().check(_maxLength(characters), _regex(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/));
var fabricMember = strictObject({
	mspId: string().check(_minLength(1), _maxLength(64)),
	name: string().check(_minLength(1), _maxLength(120)),
	rootCertificate: certificateHex
});
var fabricBlock = strictObject({
	number: counted,
	previousHash: string().check(_regex(/^([0-9a-f]{64})?$/)),
	dataHash: hex32$1,
	signatures: base64(4e4),
	envelopes: optional(array(base64(4e5)).check(_maxLength(1e3)))
});
var fabricEvent = strictObject({
	content: string().check(_maxLength(16384)),
	transaction: counted,
	disclosed: array(disclosure).check(_maxLength(16))
});
var fabricProof = {
	...proofHead,
	organisations: array(fabricMember).check(_minLength(1), _maxLength(16)),
	ordering: fabricMember,
	transactions: array(strictObject({
		envelope: base64(4e5),
		block: counted
	})).check(_minLength(1), _maxLength(1e4)),
	blocks: array(fabricBlock).check(_minLength(1), _maxLength(1e4)),
	events: array(fabricEvent).check(_minLength(1), _maxLength(1e4))
};
var proofFile1 = discriminatedUnion("ledger", [strictObject({
	ledger: literal("embedded"),
	...embeddedProof
}), strictObject({
	ledger: literal("fabric"),
	...fabricProof
})]);
var LONG_ENVELOPE = 4e6;
var proofEvent2 = extend(proofEvent, {
	content: string().check(_maxLength(262144)),
	within: optional(strictObject({
		index: counted,
		size: int().check(_gte(2)),
		path: array(hex32$1).check(_maxLength(32))
	}))
});
var proofFile2 = discriminatedUnion("ledger", [strictObject({
	ledger: literal("embedded"),
	...embeddedProof,
	v: literal(2),
	events: array(proofEvent2).check(_minLength(1), _maxLength(1e4))
}), strictObject({
	ledger: literal("fabric"),
	...fabricProof,
	v: literal(2),
	transactions: array(strictObject({
		envelope: base64(LONG_ENVELOPE),
		block: counted
	})).check(_minLength(1), _maxLength(1e4)),
	blocks: array(extend(fabricBlock, { envelopes: optional(array(base64(LONG_ENVELOPE)).check(_maxLength(1e3))) })).check(_minLength(1), _maxLength(1e4)),
	events: array(extend(fabricEvent, { content: proofEvent2.shape.content })).check(_minLength(1), _maxLength(1e4))
})]);
var PROOF_VERSIONS = new Map([[1, proofFile1], [2, proofFile2]]);
function lotContents(raw) {
	const file = PROOF_VERSIONS.get(versionOf(raw) ?? 1)?.safeParse(raw).data;
	return file === void 0 ? null : {
		lotKey: file.lotKey,
		contents: file.events.map(({ content }) => content)
	};
}
// server/domain/proof/reportedSteps.ts
var ReportedSteps = class {
	#steps;
	#onStep;
	constructor(onStep) {
		this.#steps = [];
		this.newest = null;
		this.balance = null;
		this.formed = null;
		this.#onStep = onStep;
	}
	async proven(code, computed) {
		await this.#add({
			code,
			state: "proven",
			computed
		});
	}
	async open(code, { reason }) {
		await this.#add({
			code,
			state: "not checked",
			reason
		});
	}
	async failed(code, { reason }, recorded = null) {
		await this.#add({
			code,
			state: isUnknownVersion(reason) ? "not checked" : "failed",
			reason
		});
		for (const rest of PROOF_STEPS.slice(this.#steps.length)) await this.open(rest, because("rests", { step: code }));
		return this.verdict(recorded);
	}
	verdict(recorded) {
		const proven = this.#steps.every(holds);
		const { newest, balance, formed } = this;
		return {
			proven,
			steps: this.#steps,
			recorded,
			newest,
			balance,
			formed
		};
	}
	async #add(step) {
		this.#steps.push(step);
		await this.#onStep?.(step);
	}
};
// server/domain/proof/transaction.ts
var hex32 = string().check(_regex(/^[0-9a-f]{64}$/));
var hex16 = string().check(_regex(/^[0-9a-f]{32}$/));
var signedTogether = {
	channel: string().check(_maxLength(64)),
	chaincode: strictObject({
		name: string().check(_maxLength(64)),
		version: string().check(_maxLength(32))
	}),
	txId: hex32,
	nonce: string().check(_regex(/^[0-9a-f]{48}$/)),
	creator: string().check(_maxLength(64)),
	at: datetime()
};
var transactionPayload = discriminatedUnion("v", [strictObject({
	v: literal(1),
	...signedTogether,
	lotKey: hex16,
	seq: int().check(_positive()),
	eventId: hex16,
	contentHash: hex32
}), strictObject({
	v: literal(2),
	...signedTogether,
	events: strictObject({
		size: int().check(_gte(2)),
		root: hex32
	})
})]);
function eventLeaf({ eventId, lotKey, seq, contentHash }, hash = sha256) {
	return leafHash(utf8(canonicalText([
		eventId,
		lotKey,
		seq,
		contentHash
	])), hash);
}
async function recordedOtherwise(payload, event, within, hash = sha256) {
	if (payload.v === 1) {
		if (payload.contentHash !== event.contentHash) return "content";
		return payload.eventId === event.eventId && payload.lotKey === event.lotKey && payload.seq === event.seq && within === null ? null : "keys";
	}
	const { size, root } = payload.events;
	if (within === null || within.size !== size) return "keys";
	const reached = await rootOfPath(await eventLeaf(event, hash), within.index, size, within.path.map(fromHex), hash);
	return reached !== null && toHex(reached) === root ? null : "content";
}
var transactionEnvelope = strictObject({
	payload: transactionPayload,
	endorsements: array(organisationSignature).check(_minLength(1), _maxLength(16))
});
async function transactionId(nonce, certificate, hash = sha256) {
	return toHex(await hash(concat(fromHex(nonce), certificate)));
}
function readEnvelope(text) {
	try {
		const parsed = transactionEnvelope.safeParse(JSON.parse(text));
		return parsed.success && canonicalText(parsed.data) === text ? parsed.data : null;
	} catch {
		return null;
	}
}
async function transactionFaults({ payload, endorsements }, signers, hash = sha256) {
	const faults = await signatureFaults(utf8(canonicalText(payload)), endorsements, signers);
	const creator = signers.get(payload.creator);
	if (!creator || await transactionId(payload.nonce, creator.certificate, hash) !== payload.txId) faults.push({ kind: "id" });
	const at = Date.parse(payload.at);
	for (const { mspId, notBefore, notAfter } of signers.values()) if (at < notBefore.getTime() || at > notAfter.getTime()) faults.push({
		kind: "expired",
		mspId
	});
	return faults;
}
// server/domain/proof/checkProof.ts
async function checkProof(raw, options = {}) {
	const told = new ReportedSteps(options.onStep);
	const version = versionOf(raw) ?? 1;
	const form = PROOF_VERSIONS.get(version);
	if (form === void 0) return told.failed("file", because("unknown_version", { version }));
	const parsed = form.safeParse(raw);
	if (!parsed.success) return told.failed("file", because("form", { where: parsed.error.issues[0]?.path.join(".") || "file" }));
	const file = parsed.data;
	await told.proven("file", {
		version: file.v,
		events: file.events.length
	});
	return file.ledger === "fabric" ? checkFabricProof(file, options, told) : checkEmbeddedProof(file, options, told);
}
async function checkEmbeddedProof(file, options, told) {
	const signers = await readSigners(file);
	if ("reason" in signers) return told.failed("roots", signers);
	const trusted = checkRoots(signers.values(), options.roots);
	if ("computed" in trusted) await told.proven("roots", trusted.computed);
	else if (options.roots === void 0) await told.open("roots", trusted);
	else return told.failed("roots", trusted);
	const events = await readEvents(file);
	if ("reason" in events) return told.failed("events", events);
	await told.proven("events", {
		events: events.length,
		hash: events.at(-1)?.hash ?? ""
	});
	const broken = checkChain(events);
	if (broken !== null) return told.failed("chain", broken);
	const recorded = recordedLot(events);
	await told.proven("chain", {
		events: events.length,
		links: events.length - 1
	});
	const lost = await checkPaths(events);
	if (lost !== null) return told.failed("path", lost, recorded);
	const hashes = file.events.reduce((sum, { path, within }) => sum + path.length + (within?.path.length ?? 0), 0);
	const blocks = new Map(file.events.map(({ block }) => [block.number, block]));
	await told.proven("path", {
		events: events.length,
		blocks: blocks.size,
		hashes,
		whole: false
	});
	const headers = await checkHeaders(events, signers);
	if ("reason" in headers) return told.failed("headers", headers, recorded);
	const numbers = [...blocks.keys()];
	await told.proven("headers", {
		blocks: blocks.size,
		first: numbers.at(0) ?? 0,
		last: numbers.at(-1) ?? 0
	});
	const unsigned = await checkSigned(events, headers, signers);
	if (unsigned !== null) return told.failed("signatures", unsigned, recorded);
	const signatures = (events.length + blocks.size) * signers.size;
	await told.proven("signatures", {
		organisations: [...signers.values()].map(({ name }) => name),
		signatures
	});
	const newest = file.events.at(-1)?.block;
	if (newest !== void 0) told.newest = {
		number: newest.number,
		headerHash: await headerHash(newest)
	};
	return checkStated(events, recorded, options, told);
}
async function readSigners(file) {
	const signers = new Map();
	for (const { mspId, name, rootCertificate, certificate } of file.organisations) {
		const read = await readSigner({
			mspId,
			name,
			rootCertificate: fromHex(rootCertificate),
			certificate: fromHex(certificate)
		});
		if ("fault" in read) return because("certificate", { organisation: name });
		if (signers.has(mspId)) return because("organisation_twice", { organisation: name });
		signers.set(mspId, read);
	}
	return signers;
}
async function readEvents(file) {
	const read = [];
	for (const [i, event] of file.events.entries()) {
		const number = i + 1;
		const content = contentOf(event.content, number);
		if ("reason" in content) return content;
		const envelope = readEnvelope(event.transaction);
		if (envelope === null) return because("transaction_unreadable", { event: number });
		const { payload } = envelope;
		const contentHash = await contentTextHash(event.content);
		const { eventId, lotKey, seq } = content;
		const other = await recordedOtherwise(payload, {
			eventId,
			lotKey,
			seq,
			contentHash
		}, event.within ?? null);
		if (other === "content") return because("content_differs", { event: number });
		if (other === "keys" || lotKey !== file.lotKey) return because("another_event", { event: number });
		const { version: contract } = payload.chaincode;
		read.push({
			number,
			event,
			content,
			hash: contentHash,
			contract,
			disclosed: event.disclosed,
			envelope
		});
	}
	return read;
}
async function checkPaths(events) {
	for (const { number, event } of events) {
		const root = await rootOfPath(await leafHash(utf8(event.transaction)), event.position, event.size, event.path.map(fromHex));
		if (root === null || toHex(root) !== event.block.dataHash) return because("path_differs", {
			event: number,
			block: event.block.number
		});
	}
	return null;
}
async function checkHeaders(events, signers) {
	const all = [];
	let before = null;
	for (const { event } of events) {
		const { block } = event;
		const hash = await headerHash(block);
		if (before !== null && (block.number < before.number || block.number === before.number && hash !== before.hash || block.number === before.number + 1 && block.previousHash !== before.hash)) return because("headers_unlinked", { block: block.number });
		const faults = await signatureFaults(headerBytes(block), block.signatures, signers);
		const unfit = new Set(faults.map(({ mspId }) => mspId));
		if ([...signers.keys()].every((mspId) => unfit.has(mspId))) return because("header_differs", { block: block.number });
		all.push(faults);
		before = {
			number: block.number,
			hash
		};
	}
	return all;
}
async function checkSigned(events, headers, signers) {
	const nameOf = (mspId) => signers.get(mspId)?.name ?? mspId;
	for (const { number, event, envelope } of events) {
		const [fault] = await transactionFaults(envelope, signers);
		if (fault !== void 0) return transactionRefusal(fault, number, nameOf);
		const unsigned = headers[number - 1]?.[0];
		if (unsigned !== void 0) return signatureRefusal(unsigned, "block", event.block.number, nameOf);
	}
	return null;
}
// server/domain/proof/digests.ts
function readFingerprints(text) {
	const read = text.split(/[\s,]+/).filter((one) => one !== "").map((one) => one.replaceAll(":", "").toLowerCase());
	return read.every((one) => /^[0-9a-f]{64}$/.test(one)) ? read : null;
}
// server/domain/proof/wholeProof.ts
var WHOLE_PROOF_LOTS = 1e3;
var KIND = "manam-trace/whole-proof";
var lotKeyForm = string().check(_regex(/^[0-9a-f]{32}$/));
var wholeProof = strictObject({
	v: literal(1),
	kind: literal(KIND),
	lotKey: lotKeyForm,
	proofs: array(unknown()).check(_minLength(1), _maxLength(WHOLE_PROOF_LOTS))
});
function isWholeProof(raw) {
	return typeof raw === "object" && raw !== null && "kind" in raw && raw.kind === KIND;
}
async function checkWholeProof(raw, options = {}) {
	const read = readWhole(raw);
	if ("reason" in read) return refused(read.reason);
	const { lotKey, proofs } = read;
	const inputs = new Map(proofs.map((one) => [one.lotKey, one.texts]));
	const checked = [];
	for (const [i, proof] of proofs.entries()) {
		const fields = proof.lotKey === lotKey ? options.fields : void 0;
		const verdict = await checkProof(proof.raw, {
			roots: options.roots,
			inputs,
			fields
		});
		checked.push({
			proof,
			verdict
		});
		options.onLot?.(i + 1, proofs.length);
	}
	const missing = [...new Set(proofs.flatMap((one) => partsOf(one).map(({ key }) => key)).filter((key) => !inputs.has(key)))];
	const lots = checked.map(wholeLot);
	const byKey = new Map(checked.map((one) => [one.proof.lotKey, one]));
	const faults = checked.flatMap((one) => faultOf(one, byKey) ?? []);
	return {
		proven: faults.length === 0 && missing.length === 0 && lots.every((lot) => lot.proven),
		lots,
		faults,
		missing,
		totals: totalsOf(checked)
	};
}
function refused(reason) {
	return {
		proven: false,
		lots: [],
		faults: [{
			lotKey: null,
			lotId: null,
			event: null,
			figure: null,
			grams: null,
			reason
		}],
		missing: [],
		totals: {
			lots: 0,
			parts: 0,
			registered: 0,
			lost: 0,
			restated: 0,
			left: 0
		}
	};
}
function readWhole(raw) {
	const version = versionOf(raw) ?? 1;
	if (isWholeProof(raw) && version !== 1) return because("unknown_version", { version });
	const parsed = wholeProof.safeParse(raw);
	if (!parsed.success) return because("form", { where: parsed.error.issues[0]?.path.join(".") || "file" });
	const { lotKey } = parsed.data;
	const proofs = new Map();
	for (const [i, one] of parsed.data.proofs.entries()) {
		const texts = lotContents(one);
		if (texts === null || proofs.has(texts.lotKey)) return because("form", { where: `proofs.${i}` });
		const contents = texts.contents.map((text) => readContent(text));
		proofs.set(texts.lotKey, {
			raw: one,
			lotKey: texts.lotKey,
			texts,
			contents
		});
	}
	const ancestors = new Set();
	const open = [lotKey];
	for (let key = open.pop(); key !== void 0; key = open.pop()) {
		const proof = proofs.get(key);
		if (proof === void 0 || ancestors.has(key)) continue;
		ancestors.add(key);
		open.push(...partsOf(proof).map((part) => part.key));
	}
	if (!ancestors.has(lotKey)) return because("form", { where: "lotKey" });
	const all = [...proofs.values()];
	const stray = all.findIndex((one) => !ancestors.has(one.lotKey));
	return stray < 0 ? {
		lotKey,
		proofs: all
	} : because("form", { where: `proofs.${stray}` });
}
function formedOf({ contents }) {
	const first = contents[0];
	return first?.type === "formed" ? first : null;
}
function partsOf(proof) {
	return formedOf(proof)?.formation.inputs ?? [];
}
function lotIdOf({ contents }) {
	const first = contents[0];
	return first !== null && first !== void 0 && "lotId" in first.set ? first.set.lotId ?? null : null;
}
function wholeLot(one) {
	const { proof, verdict } = one;
	const open = verdict.steps.some((step) => step.state !== "proven" && step.reason.code === "inputs_closed");
	return {
		lotKey: proof.lotKey,
		lotId: lotIdOf(proof),
		balance: hasFailed(one) ? null : verdict.balance,
		proven: verdict.proven && !open
	};
}
function totalsOf(checked) {
	const totals = {
		lots: checked.length,
		parts: 0,
		registered: 0,
		lost: 0,
		restated: 0,
		left: 0
	};
	const counted = new Set();
	for (const { proof, verdict } of checked) {
		const { balance } = verdict;
		if (balance === null) continue;
		const formed = formedOf(proof);
		totals.restated += balance.weighed + balance.corrected;
		totals.left += balance.left;
		if (formed === null) totals.registered += balance.first;
		if (formed === null || counted.has(formed.transfer)) continue;
		counted.add(formed.transfer);
		totals.parts += formed.formation.inputs.length;
		totals.lost += formed.formation.loss?.grams ?? 0;
	}
	return totals;
}
function faultOf({ proof, verdict }, all) {
	const step = verdict.steps.find((one) => one.state !== "proven" && !holds(one) && one.reason.code !== "no_roots");
	if (step === void 0 || step.state === "proven") return null;
	const { reason } = step;
	const own = {
		lotKey: proof.lotKey,
		lotId: lotIdOf(proof),
		reason
	};
	if (reason.code === "mass_differs") return {
		...own,
		event: reason.values.event,
		figure: reason.values.figure,
		grams: null
	};
	if (reason.code === "input_differs" || reason.code === "input_other_event" || reason.code === "input_missing") {
		const input = all.get(reason.values.key);
		if (input !== void 0 && hasFailed(input)) return null;
		return {
			...own,
			event: 1,
			figure: "input",
			grams: gramsIn(reason)
		};
	}
	const event = "event" in reason.values ? reason.values.event : null;
	const content = event === null ? void 0 : proof.contents[event - 1];
	return {
		...own,
		event,
		...changedFigure(content ?? null, all)
	};
}
function hasFailed({ verdict }) {
	return verdict.steps.some(({ state }) => state === "failed");
}
function gramsIn(reason) {
	if (reason.code !== "input_differs") return null;
	return {
		stated: reason.values.stated,
		elsewhere: reason.values.found
	};
}
function changedFigure(content, all) {
	if (content?.type === "formed") return changedFormation(content, all);
	const figure = content === null ? null : massFigureOf(content);
	if (content?.type !== "used") return {
		figure,
		grams: null
	};
	for (const { proof } of all.values()) {
		const formed = formedOf(proof);
		if (formed?.transfer !== content.transfer) continue;
		const part = formed.formation.inputs.find(({ key }) => key === content.lotKey);
		if (part !== void 0 && part.grams !== content.grams) return {
			figure,
			grams: {
				stated: content.grams,
				elsewhere: part.grams
			}
		};
	}
	return {
		figure,
		grams: null
	};
}
function changedFormation({ formation, lotKey, set }, all) {
	for (const { key, seq, grams } of formation.inputs) {
		const used = all.get(key)?.proof.contents[seq - 1];
		if (used?.type === "used" && used.grams !== grams) return {
			figure: "input",
			grams: {
				stated: grams,
				elsewhere: used.grams
			}
		};
	}
	for (const { key, grams } of formation.outputs) {
		const output = all.get(key);
		const weight = key === lotKey ? set.weightGrams : output && formedOf(output.proof)?.set.weightGrams;
		if (weight !== void 0 && weight !== grams) return {
			figure: "output",
			grams: {
				stated: grams,
				elsewhere: weight
			}
		};
	}
	return {
		figure: formationDifference(formation) === 0 ? "formed" : "loss",
		grams: null
	};
}
// server/modules/provenance/verifyAProof.ts
var USAGE = "Usage: node verify-a-proof.mjs FILE --roots FINGERPRINT,FINGERPRINT [--lot LOT701] [--balances]\n";
var LIMITS = "This shows that the record was not changed after it was made. It cannot show that the record was true,\nor that nothing was added later.\n";
var short = (hash) => `${hash.slice(0, 16)}…`;
var list = (texts) => texts.join(", ");
var figures = new Intl.NumberFormat("en-US");
var grams = (count) => `${figures.format(count)} g`;
var change = (count) => `${count > 0 ? "+" : ""}${grams(count)}`;
function balanceText({ formed, first, weighed, corrected, used, left }) {
	const parts = formed === null ? [`${grams(first)} registered`] : [`${grams(formed.in)} in = ${grams(formed.out)} out + ${grams(formed.loss)} loss${formed.reason === null ? "" : ` (${formed.reason})`}`];
	if (formed !== null && formed.outputs > 1) parts.push(`${grams(first)} of it are this lot`);
	if (weighed !== 0) parts.push(`${change(weighed)} by weighing`);
	if (corrected !== 0) parts.push(`${change(corrected)} by correction`);
	return [
		...parts,
		`${grams(used)} used of it`,
		`${grams(left)} left`
	].join("; ");
}
var DONE = {
	file: ({ version, events }) => `the file is a proof of version ${version} with ${events} events`,
	roots: ({ organisations, fingerprints }) => `the roots are the trusted ones: ${list(organisations.map((name, i) => `${name} ${short(fingerprints[i] ?? "")}`))}`,
	events: ({ events, hash }) => `${events} contents have the hashes that were signed; the newest is ${short(hash)}`,
	chain: ({ events, links }) => `${events} events follow one another by ${links} links, none missing in between`,
	path: ({ events, blocks, hashes }) => `${events} events are in ${blocks} blocks, by paths of ${hashes} hashes`,
	headers: ({ blocks, first, last }) => `${blocks} headers are as they were signed, from block ${first} to ${last}`,
	signatures: ({ signatures, organisations }) => `${signatures} signatures of ${list(organisations)} are valid`,
	balance: ({ balance, opened }) => `${balanceText(balance)}${opened === 0 ? "" : `; ${opened} lots it was made of match`}`,
	fields: ({ compared, opened }) => `${opened} opened values are those recorded; ${compared} given fields compared`
};
var WHY = {
	rests: ({ step }) => `rests on the step '${step}'`,
	form: ({ where }) => `this is not a valid proof file: ${where} is wrong`,
	no_roots: () => "no root fingerprints were given, so the script cannot tell whose signatures these are",
	certificate: ({ organisation }) => `the certificates of ${organisation} do not match`,
	organisation_twice: ({ organisation }) => `${organisation} is named twice`,
	other_roots: ({ organisations, fingerprints }) => `the file has other roots: ${list(organisations.map((name, i) => `${name} ${fingerprints[i] ?? ""}`))}`,
	content_unreadable: ({ event }) => `event ${event} cannot be read`,
	transaction_unreadable: ({ event }) => `the transaction of event ${event} cannot be read`,
	content_differs: ({ event }) => `event ${event} was changed: its hash is not the one that was signed`,
	another_event: ({ event }) => `event ${event} belongs to another lot, or replaces another event`,
	unknown_version: ({ version }) => `the file has version ${version}, which this script does not know: take a newer script`,
	unknown_content: ({ event, version }) => `event ${event} has content version ${version}, which this script does not know: take a newer script`,
	unknown_rules: ({ event }) => `event ${event} follows rules that this script does not know: take a newer one`,
	chain_broken: ({ event, refusal }) => `event ${event} does not follow the one before it (${refusal})`,
	path_differs: ({ event, block }) => `event ${event} is not in block ${block}`,
	header_differs: ({ block }) => `the header of block ${block} was changed: no signature matches it`,
	headers_unlinked: ({ block }) => `block ${block} does not follow the block before it`,
	signature_missing: ({ organisation, on, number }) => `the signature of ${organisation} is missing on ${on} ${number}`,
	signature_twice: ({ organisation, on, number }) => `${organisation} signed ${on} ${number} twice`,
	signature_invalid: ({ organisation, on, number }) => `the signature of ${organisation} on ${on} ${number} is not valid`,
	signature_stranger: ({ organisation, on, number }) => `${on} ${number} is signed by ${organisation}, which is not one of the organisations`,
	transaction_id: ({ event }) => `the transaction of event ${event} has the wrong number`,
	expired: ({ organisation, event }) => `the certificate of ${organisation} was not valid when event ${event} was recorded`,
	whole_blocks: () => "the file lacks the whole blocks, which this step needs",
	ordering_root: ({ organisation }) => `the root of ${organisation}, who order the blocks, is not one of those given`,
	mass_differs: ({ event, figure, difference }) => `event ${event} does not add up (${figure}): ${grams(Math.abs(difference))} too ${difference > 0 ? "many" : "few"}`,
	inputs_closed: ({ closed, of, balance }) => `${balanceText(balance)}; ${closed} of the ${of} lots it was made of were not opened here`,
	input_missing: ({ input, key, event }) => `the proof of input ${input} (${short(key)}) has no event ${event}`,
	input_other_event: ({ input, key, event }) => `event ${event} of input ${input} (${short(key)}) is not the one named`,
	input_differs: ({ input, key, event, stated, found }) => `of input ${input} (${short(key)}) ${grams(found)} were used by its event ${event}; this lot names ${grams(stated)}`,
	opened_differs: ({ event, field }) => `the value of ${field} is not the one that event ${event} recorded`,
	not_opened: ({ field }) => `the file does not open ${field}`,
	shown_differs: ({ differences }) => list(differences.map(({ field, recorded }) => `${field} is ${String(recorded)} in the file`)),
	waiting: () => "a change is not recorded yet"
};
function reasonText({ code, values }) {
	return WHY[code](values);
}
function stepText(step) {
	const what = step.state === "proven" ? DONE[step.code](step.computed) : reasonText(step.reason);
	return `${{
		proven: "proven",
		failed: "FAILED",
		"not checked": "not checked"
	}[step.state].padEnd(12)}${step.code.padEnd(12)}${what}\n`;
}
function stateText({ clear }) {
	return CLEAR_FIELDS.map((field) => [field, apiText(field, clear[field])]).map(([field, text]) => text === null ? "" : `  ${API_FIELD[field].padEnd(24)}${text}\n`).join("");
}
function readCall() {
	try {
		const { values, positionals } = parseArgs({
			options: {
				roots: { type: "string" },
				lot: { type: "string" },
				balances: { type: "boolean" }
			},
			allowPositionals: true
		});
		const [path, ...more] = positionals;
		const roots = values.roots === void 0 ? void 0 : readFingerprints(values.roots);
		const fine = roots === void 0 || roots !== null && roots.length > 0;
		return path === void 0 || more.length > 0 || !fine ? null : {
			path,
			roots,
			lotId: values.lot,
			balances: values.balances === true
		};
	} catch {
		return null;
	}
}
async function readProof(path) {
	const text = await readFile(path, "utf8");
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
async function run() {
	const call = readCall();
	if (call === null) {
		process.stderr.write(USAGE);
		return 2;
	}
	const file = await readProof(call.path);
	return isWholeProof(file) ? checkWhole(file, call) : checkOne(file, call);
}
var shownOf = ({ lotId }) => lotId === void 0 ? {} : { lotId };
async function checkOne(file, call) {
	const { proven, steps, recorded, balance } = await checkProof(file, {
		roots: call.roots,
		fields: shownOf(call),
		onStep: (step) => void process.stdout.write(stepText(step))
	});
	if (!proven) {
		const wrong = steps.find(({ state }) => state === "failed");
		process.stdout.write(`\nNot proven${wrong === void 0 ? " in full: some steps could not be checked" : ""}.\n`);
		return 1;
	}
	process.stdout.write(`\nProven. Recorded of the lot, in the clear:\n${recorded === null ? "" : stateText(recorded)}\n`);
	if (call.balances && balance !== null) process.stdout.write(`Balance: ${balanceText(balance)}\n\n`);
	process.stdout.write(LIMITS);
	return 0;
}
async function checkWhole(file, call) {
	const { proven, lots, faults, missing, totals } = await checkWholeProof(file, {
		roots: call.roots,
		fields: shownOf(call)
	});
	for (const fault of faults) process.stdout.write(`FAILED      ${faultText(fault)}\n`);
	for (const key of missing) process.stdout.write(`not checked lot with key ${key}: its proof is not in the file\n`);
	if (call.roots === void 0) process.stdout.write(`not checked ${WHY.no_roots({})}\n`);
	if (call.balances) for (const lot of lots) process.stdout.write(`${lot.proven ? "proven     " : "not proven "} ${lotText(lot)}\n`);
	process.stdout.write(`\n${proven ? "Proven" : "Not proven"}: ${figures.format(totals.lots)} lots, ${figures.format(totals.parts)} parts of lots that went into others; ${grams(totals.registered)} registered at farms, ${change(totals.restated)} by weighings and corrections, ${grams(totals.lost)} lost; ${grams(totals.left)} left in all lots.\n`);
	if (!proven) return 1;
	process.stdout.write(`\n${LIMITS}`);
	return 0;
}
function lotText({ lotKey, lotId, balance }) {
	return `${lotId ?? "lot"} (${short(lotKey)}): ${balance === null ? "not proven" : balanceText(balance)}`;
}
function faultText({ lotKey, lotId, event, figure, grams: both, reason }) {
	const at = [
		lotKey === null ? "the file" : `${lotId ?? "lot"} (key ${lotKey})`,
		event === null ? null : `event ${event}`,
		figure
	].filter((part) => part !== null).join(", ");
	const figuresText = both === null ? "" : ` (${grams(both.stated)} here, ${grams(both.elsewhere)} elsewhere)`;
	return `${at}: ${reasonText(reason)}${figuresText}`;
}
process.exitCode = await run().catch((error) => {
	process.stderr.write(`The file could not be read: ${error instanceof Error ? error.message : String(error)}\n`);
	return 2;
});
export {};
