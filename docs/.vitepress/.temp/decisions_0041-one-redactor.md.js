import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"One redactor, below everything that writes","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0041-one-redactor.md","filePath":"decisions/0041-one-redactor.md"}');
const _sfc_main = { name: "decisions/0041-one-redactor.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="one-redactor-below-everything-that-writes" tabindex="-1">One redactor, below everything that writes <a class="header-anchor" href="#one-redactor-below-everything-that-writes" aria-label="Permalink to &quot;One redactor, below everything that writes&quot;">​</a></h1><p><code>tracewright record</code> masked what it wrote; runs wrote what agents said. There is one module now (<code>src/shared/redact</code>), for recordings, cassettes, traces, snapshots and messages.</p><ul><li><strong>Where an attempt is written down, not where files are.</strong> An attempt is masked once, after it is judged; journal, traces, <code>run.json</code>, blobs, page and reporters take what is left. Messages of matchers are masked in the one function that all of them lay out their lines with.</li><li><strong>By shape, not by name, unless asked.</strong> In real traffic a field <code>token</code> is a secret. In a simulated world it is a value that flows, and masking it would make every stored trace of such a task unreadable. Recordings of real APIs go on masking by name.</li><li><strong>A value under a name that was given is masked everywhere in its attempt.</strong> Reasons quote arguments.</li><li><strong>The prompt is public.</strong> A card number that a task asks to pay with stands in the suite; masked in a cassette, its replay would be another run. What the user names is masked all the same.</li><li><strong>Functions come from a module.</strong> Options cross to workers as data.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0041-one-redactor.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0041OneRedactor = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0041OneRedactor as default
};
