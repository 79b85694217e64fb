import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"The example's planner is no model","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/0005-offline-planner.md","filePath":"decisions/0005-offline-planner.md"}`);
const _sfc_main = { name: "decisions/0005-offline-planner.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-example-s-planner-is-no-model" tabindex="-1">The example&#39;s planner is no model <a class="header-anchor" href="#the-example-s-planner-is-no-model" aria-label="Permalink to &quot;The example&#39;s planner is no model&quot;">​</a></h1><p>The example has to run on a fresh machine without a key. An oracle would solve everything and show nothing of a failing report; a recorded model would go stale with every suite. So the example ships a chat model that plans by rules: it reads the prompt, matches tools by their descriptions, and fills arguments by their schemas from the prompt and from earlier results. It knows no tool by name and never sees an expected trace.</p><p>It is a baseline, and stands beside the agent in <code>example-project/offline-model</code>, which says what it solves. The report says so too. A rule that earns no solved task of the example&#39;s suites goes.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/0005-offline-planner.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _0005OfflinePlanner = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _0005OfflinePlanner as default
};
