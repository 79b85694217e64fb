import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"A reading that fulfils a step is no newer answer","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0010-two-readings.md","filePath":"decisions/0010-two-readings.md"}');
const _sfc_main = { name: "decisions/0010-two-readings.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="a-reading-that-fulfils-a-step-is-no-newer-answer" tabindex="-1">A reading that fulfils a step is no newer answer <a class="header-anchor" href="#a-reading-that-fulfils-a-step-is-no-newer-answer" aria-label="Permalink to &quot;A reading that fulfils a step is no newer answer&quot;">​</a></h1><p>By the letter of <a href="./../docs/scoring.html#lineage">lineage</a> a value is stale when it comes from another than the latest of equal calls. A task that reads, writes, reads again and compares the two answers would then be unsolvable: its first answer is always stale.</p><p>So a call that fulfils a step of its own is not held against the value of another step. The task asks for both answers, and each is bound to its step. A further reading that fulfils nothing makes earlier answers stale as before.</p><p>Equal calls are those with equal arguments once schema defaults are left out: <code>list_files {}</code> and <code>list_files {&quot;directory&quot;: &quot;/&quot;}</code> ask for the same.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0010-two-readings.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0010TwoReadings = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0010TwoReadings as default
};
